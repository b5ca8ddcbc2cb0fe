/// How far something that is loaded has come. What was loaded before is kept
/// beside it.
public enum Loading: Hashable, Sendable {
  /// Nobody asked yet.
  case idle
  case loading
  case loaded
  /// The error is one sentence for people.
  case failed(String)
}
