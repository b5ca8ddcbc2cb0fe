public import TextSearch

extension Animal {
  /// The sort key of the name.
  public var sortName: SortName { SortName(name) }
}

extension Category {
  /// The sort key of the name.
  public var sortName: SortName { SortName(name) }
}
