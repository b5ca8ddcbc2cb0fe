public import Markup

/// The progress of something that a page loads or saves.
public enum ProgressState: Hashable, Sendable {
  case settled
  case waiting
  /// It failed, for a reason in one or two sentences.
  case failed(String)
}

/// A notice of something that is under way or failed; nothing once it is
/// settled.
public struct ProgressNotice: Component {
  private let progress: ProgressState
  private let waiting: String
  private let retry: Href?

  /// - Parameters:
  ///   - progress: the progress to show.
  ///   - waiting: the text while it is under way.
  ///   - retry: the address to which trying again is posted; `nil` for none.
  public init(_ progress: ProgressState, waiting: String, retry: Href?) {
    self.progress = progress
    self.waiting = waiting
    self.retry = retry
  }

  public var body: some HTML {
    switch progress {
    case .settled: Empty()
    case .waiting: WaitingNotice(waiting)
    case .failed(let message): FailedNotice(message, retry: retry)
    }
  }
}
