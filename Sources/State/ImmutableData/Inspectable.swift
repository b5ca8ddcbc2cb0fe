/// A state that the inspector can display even if it is large.
///
/// ```swift
/// struct Library: InspectableState, Equatable {
///   var books: [String] = []
///
///   static func differing(
///     _ old: Library, _ new: Library, limit: Int
///   ) -> (old: Library, new: Library, isWhole: Bool) {
///     let removed = old.books.filter { !new.books.contains($0) }
///     let added = new.books.filter { !old.books.contains($0) }
///     return (
///       Library(books: Array(removed.prefix(limit))), Library(books: Array(added.prefix(limit))),
///       removed.count <= limit && added.count <= limit
///     )
///   }
/// }
/// ```
public protocol InspectableState: Sendable {
  /// Reduces two states to the parts in which they differ.
  ///
  /// Collections contain only the elements that differ, and at most `limit` of
  /// them. The comparison is cheap if the states share most of their structure.
  ///
  /// - Parameters:
  ///   - old: The state before an action.
  ///   - new: The state after it.
  ///   - limit: The maximum number of elements per collection.
  /// - Returns: Both reduced states; `isWhole` is false if the limit has cut
  ///   off some of the differences.
  static func differing(
    _ old: Self, _ new: Self, limit: Int
  ) -> (old: Self, new: Self, isWhole: Bool)
}

extension InspectableState {
  public static func differing(
    _ old: Self, _ new: Self, limit: Int
  ) -> (old: Self, new: Self, isWhole: Bool) { (old, new, true) }
}

/// An action that the inspector can display and encode even if it is large.
///
/// ```swift
/// enum LibraryAction: InspectableAction {
///   case didLoad([String])
///
///   func shortened(to limit: Int) -> (action: LibraryAction, leftOut: Int) {
///     switch self {
///     case .didLoad(let books):
///       (.didLoad(Array(books.prefix(limit))), max(0, books.count - limit))
///     }
///   }
/// }
/// ```
public protocol InspectableAction: Codable, Sendable {
  /// Truncates the collections that the action carries.
  ///
  /// - Parameter limit: The maximum number of elements per collection.
  /// - Returns: The truncated action, and the number of elements removed.
  func shortened(to limit: Int) -> (action: Self, leftOut: Int)
}

extension InspectableAction {
  public func shortened(to limit: Int) -> (action: Self, leftOut: Int) { (self, 0) }
}

extension Array {
  /// Returns the first `limit` elements, and adds the number of removed
  /// elements to `leftOut`.
  package func shortened(to limit: Int, leftOut: inout Int) -> Self {
    guard count > limit else { return self }
    leftOut += count - limit
    return Array(prefix(limit))
  }
}

extension Array where Element: Hashable {
  /// Reduces two arrays to the elements that only one of them contains, at most
  /// `limit` each.
  ///
  /// - Returns: True if the limit has not cut off any difference.
  package static func keepDifferences(
    _ old: inout Self, _ new: inout Self, limit: Int
  ) -> Bool {
    guard old != new else {
      (old, new) = ([], [])
      return true
    }
    let (before, after) = (Set(old), Set(new))
    let removed = old.filter { !after.contains($0) }
    let added = new.filter { !before.contains($0) }
    (old, new) = (Array(removed.prefix(limit)), Array(added.prefix(limit)))
    return removed.count <= limit && added.count <= limit
  }
}
