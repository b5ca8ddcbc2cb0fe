/// How to put a value into one case of an enum, and how to take it out again.
///
/// It is written by hand, once for each case that holds a child's actions:
///
/// ```swift
/// static let breed = CasePath<AppAction, BreedAction>(
///   embed: { .breed($0) },
///   extract: { if case .breed(let action) = $0 { action } else { nil } }
/// )
/// ```
public struct CasePath<Root: Sendable, Value: Sendable>: Sendable {
  private let embedded: @Sendable (Value) -> Root
  private let extracted: @Sendable (Root) -> Value?
  /// Which case it is: where the path was written.
  let name: EffectKey

  /// A case path.
  ///
  /// - Parameters:
  ///   - embed: puts a value into the case.
  ///   - extract: takes the value out; `nil` if it is another case.
  ///   - fileID, line, column: where it is written, which tells it from other
  ///     paths. A function that makes several passes on its caller's.
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?,
    fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    self.embedded = embed
    self.extracted = extract
    self.name = EffectKey("\(fileID):\(line):\(column)")
  }

  /// Puts the value into the case.
  public func embed(_ value: Value) -> Root {
    embedded(value)
  }

  /// Takes the value out; `nil` if it is another case.
  public func extract(from root: Root) -> Value? {
    extracted(root)
  }
}
