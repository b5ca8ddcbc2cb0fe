import AnimalsData
import ImmutableUI
import Look
import Markup

/// How far something has come, in words.
enum Progress: Hashable, Sendable {
  case settled
  case waiting
  case failed(String)

  /// - Parameters:
  ///   - status: how far it has come; what nobody asked for yet is on its
  ///     way, since the page asks for it.
  ///   - failure: what did not work, as a sentence.
  init(_ status: Status?, failure: String) {
    self =
      switch status {
      case nil, .waiting: .waiting
      case .empty, .success: .settled
      case .failure(let error): .failed("\(failure) \(error)")
      }
  }
}

/// How far something has come, where that needs saying.
struct ProgressNotice: Component {
  private let progress: Progress
  private let waiting: String
  private let retry: Href?

  init(_ progress: Progress, waiting: String, retry: Href?) {
    self.progress = progress
    self.waiting = waiting
    self.retry = retry
  }

  var body: some HTML {
    switch progress {
    case .settled: Empty()
    case .waiting: WaitingNotice(waiting)
    case .failed(let message): FailedNotice(message, retry: retry)
    }
  }
}
