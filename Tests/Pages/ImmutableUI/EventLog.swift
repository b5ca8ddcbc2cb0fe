import ImmutableUI
import Synchronization

/// Records the stages of selector evaluations and the names of fragments.
final class EventLog: Sendable {
  private let events = Mutex<[String]>([])

  func append(_ observation: Observation) {
    guard case .evaluated(let evaluation) = observation else { return }
    for stage in evaluation.stages { append("\(evaluation.label) \(stage.rawValue)") }
  }

  func append(_ event: String) {
    events.withLock { $0.append(event) }
  }

  /// Removes and returns all events.
  func take() -> [String] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
