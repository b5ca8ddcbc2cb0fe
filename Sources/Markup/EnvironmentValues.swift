/// A value that a writer hands down to whatever is rendered into it, as
/// `EnvironmentKey` of SwiftUI does.
///
///     struct MayWriteKey: EnvironmentKey {
///       static let defaultValue = true
///     }
///
///     extension EnvironmentValues {
///       var mayWrite: Bool {
///         get { self[MayWriteKey.self] }
///         set { self[MayWriteKey.self] = newValue }
///       }
///     }
public protocol EnvironmentKey<Value> {
  associatedtype Value: Sendable

  /// The value where none was set.
  static var defaultValue: Value { get }
}

/// The values that a writer hands down, by their keys.
public struct EnvironmentValues: Sendable {
  @usableFromInline var values: [ObjectIdentifier: any Sendable] = [:]

  /// The environment in which each key has its default value.
  @inlinable
  public init() {}

  /// The value of a key.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    @inlinable
    get {
      guard !values.isEmpty else { return Key.defaultValue }
      return values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue
    }
    @inlinable
    set { values[ObjectIdentifier(key)] = newValue }
  }
}
