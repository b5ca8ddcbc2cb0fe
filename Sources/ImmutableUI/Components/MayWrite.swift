public import Markup

private struct MayWriteKey: EnvironmentKey {
  static let defaultValue = true
}

extension EnvironmentValues {
  /// A Boolean value that indicates whether the reader of the page may change
  /// something. `ForWriters` and `ForReaders` render their content by it.
  public var mayWrite: Bool {
    get { self[MayWriteKey.self] }
    set { self[MayWriteKey.self] = newValue }
  }

  /// The environment of a reader who may not change anything.
  public static let readOnly: Self = {
    var environment = Self()
    environment.mayWrite = false
    return environment
  }()
}
