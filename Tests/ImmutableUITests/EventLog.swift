import ImmutableUI
import Synchronization

/// Keeps what selectors and fragments report.
final class EventLog: Sendable {
  private let events = Mutex<[String]>([])

  func append(_ event: SelectorEvent) {
    append("\(event.label) \(event.stage.rawValue)")
  }

  func append(_ event: String) {
    events.withLock { $0.append(event) }
  }

  /// All since the last time.
  func take() -> [String] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
