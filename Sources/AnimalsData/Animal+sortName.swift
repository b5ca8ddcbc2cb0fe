public import TextSearch

extension Animal {
  /// The name for sorting.
  public var sortName: SortName { SortName(name) }
}

extension Category {
  /// The name for sorting.
  public var sortName: SortName { SortName(name) }
}
