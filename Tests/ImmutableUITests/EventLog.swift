import ImmutableUI
import Synchronization

/// Keeps what selectors report.
final class EventLog: Sendable {
  private let events = Mutex<[String]>([])

  func append(_ event: SelectorEvent) {
    events.withLock { $0.append("\(event.label) \(event.stage.rawValue)") }
  }

  /// All since the last time.
  func take() -> [String] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
