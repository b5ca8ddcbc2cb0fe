public import Markup

/// The progress of loading or saving the content of a page.
public enum ProgressState: Hashable, Sendable {
  case settled
  case waiting
  /// A failure, with its message in one or two sentences.
  case failed(String)
}

/// A notice about an operation in progress or its failure; nothing once it is
/// settled.
///
/// ```swift
/// import Markup
///
/// let progress = ProgressState.failed("The animals could not be loaded.")
/// print(
///   ProgressNotice(progress, waiting: "Loading animals", retry: Href(path: ["animals", "retry"]))
///     .renderedString())
/// ```
public struct ProgressNotice: Component {
  private let progress: ProgressState
  private let waiting: String
  private let retry: Href?

  /// - Parameters:
  ///   - progress: the progress to show.
  ///   - waiting: the text while the operation is in progress.
  ///   - retry: the URL to which a retry is posted; `nil` for none.
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
