import ImmutableUI
public import Markup

/// The progress of something, where that needs saying.
public enum RecordsProgress: Component, Hashable {
  case settled
  case waiting(String)
  case failed(String, retry: Href?)

  public var body: some HTML {
    switch self {
    case .settled: Empty()
    case .waiting(let message): WaitingNotice(message)
    case .failed(let message, let retry): FailedNotice(message, retry: retry)
    }
  }

  /// True if something is under way.
  public var isWaiting: Bool { if case .waiting = self { true } else { false } }
}
