/// A state that can be looked into though it is large.
public protocol InspectableState: Sendable {
  /// Two states less what they have in common: of all that is kept by ids only
  /// what differs, and of that at most some.
  ///
  /// It costs little where the states share most of their structure.
  ///
  /// - Parameter limit: how many of each kind.
  /// - Returns: both, and whether nothing was left out that differs.
  static func differing(
    _ old: Self, _ new: Self, limit: Int
  ) -> (old: Self, new: Self, isWhole: Bool)
}

extension InspectableState {
  public static func differing(
    _ old: Self, _ new: Self, limit: Int
  ) -> (old: Self, new: Self, isWhole: Bool) { (old, new, true) }
}

/// An action that can be looked into though it is large, and written down.
public protocol InspectableAction: Codable, Sendable {
  /// The same with at most some of what it carries.
  ///
  /// - Parameter limit: how many of each kind.
  /// - Returns: the action, and how many were left out.
  func shortened(to limit: Int) -> (action: Self, leftOut: Int)
}

extension InspectableAction {
  public func shortened(to limit: Int) -> (action: Self, leftOut: Int) { (self, 0) }
}

extension Array {
  /// At most some of its elements, from the start; the number of the others is
  /// added up.
  package func shortened(to limit: Int, leftOut: inout Int) -> Self {
    guard count > limit else { return self }
    leftOut += count - limit
    return Array(prefix(limit))
  }
}

extension Array where Element: Hashable {
  /// Keeps of two arrays what only one of them has, and of that at most some.
  ///
  /// - Returns: whether that is all.
  package static func keepDifferences(
    _ old: inout Self, _ new: inout Self, limit: Int
  ) -> Bool {
    guard old != new else {
      (old, new) = ([], [])
      return true
    }
    let (before, after) = (Set(old), Set(new))
    let gone = old.filter { !after.contains($0) }
    let come = new.filter { !before.contains($0) }
    (old, new) = (Array(gone.prefix(limit)), Array(come.prefix(limit)))
    return gone.count <= limit && come.count <= limit
  }
}
