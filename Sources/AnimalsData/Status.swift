/// How far something that was asked for has come. `nil` in its place means
/// that nobody asked yet.
public enum Status: Hashable, Sendable {
  case empty
  case waiting
  case success
  case failure(error: String)
}
