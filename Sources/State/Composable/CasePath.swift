/// A way to embed a value in a case of an enum, and to extract it again.
///
/// It is written by hand, once for each case that holds a child's actions:
///
/// ```swift
/// enum SearchAction: Equatable, Sendable { case queryChanged(String) }
/// enum AppAction: Equatable, Sendable { case search(SearchAction), quit }
///
/// let search = CasePath<AppAction, SearchAction>(
///   embed: { .search($0) },
///   extract: { if case .search(let action) = $0 { action } else { nil } }
/// )
/// print(search.extract(from: .search(.queryChanged("cat"))) == .queryChanged("cat"))  // true
/// print(search.extract(from: .quit) == nil)  // true
/// ```
public struct CasePath<Root: Sendable, Value: Sendable>: Sendable {
  /// Embeds a value in the case.
  public let embed: @Sendable (Value) -> Root
  private let extracted: @Sendable (Root) -> Value?
  /// The identity of the case: the source location of the case path.
  let id: EffectKey

  /// Creates a case path.
  ///
  /// - Parameters:
  ///   - embed: Embeds a value in the case.
  ///   - extract: Extracts the value; `nil` for another case.
  ///   - fileID: The file of the source location, which identifies the case
  ///     path. A function that creates several case paths passes on the
  ///     location of its caller.
  ///   - line: The line of the source location.
  ///   - column: The column of the source location.
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?,
    fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    self.embed = embed
    self.extracted = extract
    self.id = EffectKey("\(fileID):\(line):\(column)")
  }

  /// Extracts the value; `nil` for another case.
  public func extract(from root: Root) -> Value? {
    extracted(root)
  }
}
