/// A key of a value that a writer passes down to the components rendered into
/// it, like `EnvironmentKey` of SwiftUI.
///
/// ```swift
/// struct IsCompactKey: EnvironmentKey {
///   static let defaultValue = false
/// }
/// struct Badge: HTML {
///   func render(into writer: inout ByteWriter) {
///     if !writer.environment[IsCompactKey.self] { span { "new" }.render(into: &writer) }
///   }
/// }
/// var environment = EnvironmentValues()
/// environment[IsCompactKey.self] = true
/// let writer = ByteWriter(environment: environment)
/// print(writer.environment[IsCompactKey.self])
/// ```
public protocol EnvironmentKey<Value> {
  associatedtype Value: Sendable

  /// The value of the key if none was set.
  static var defaultValue: Value { get }
}

/// The values that a writer passes down to components, by key.
public struct EnvironmentValues: Sendable {
  @usableFromInline var values: [ObjectIdentifier: any Sendable] = [:]

  /// Creates an environment in which each key has its default value.
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
