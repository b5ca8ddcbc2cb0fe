/// What a page was made from: as long as it holds, the page would come out
/// the same.
public protocol PageBasis: Sendable {
  /// Whether nothing at all has happened since it was last looked at. Cheap:
  /// it is asked for every request.
  var isUntouched: Bool { get }

  /// Whether what happened since changed nothing that was read.
  func stillHolds() -> Bool
}
