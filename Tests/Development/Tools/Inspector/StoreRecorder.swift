#if DEBUG
import Foundation
import ImmutableData
import Synchronization

/// Records the latest actions of a store, with the states before and after each action, and
/// counts the evaluations of its selectors.
///
/// Successive states share most of their storage, so that a record needs little memory.
final class StoreRecorder: Sendable {
  /// A recorded action.
  struct Step: Sendable {
    let action: any Sendable
    let revision: Int
    /// The state before the action.
    let before: any Sendable
    /// The state after the action.
    let after: any Sendable
    /// The duration of the reducer.
    let duration: Duration
    let date: Date

    /// The name of the action, such as `ui.animalList.onAppear`.
    var name: String { caseName(of: action) }
  }

  /// The name of the store, such as `animals`.
  let name: String
  private let capacity: Int
  private let now: @Sendable () -> Date
  private let recorded = Mutex<[Step]>([])
  private let counts = Mutex<[String: Int]>([:])

  /// - Parameters:
  ///   - name: the name of the store.
  ///   - capacity: the maximum number of recorded actions.
  ///   - now: the clock.
  init(name: String, capacity: Int = 200, now: @escaping @Sendable () -> Date = { .now }) {
    self.name = name
    self.capacity = capacity
    self.now = now
  }

  /// Appends an action. It is not described until a page shows it.
  func record<State: Sendable, Action: Sendable>(_ step: ObservedStep<State, Action>) {
    let new = Step(
      action: step.action, revision: step.revision, before: step.before, after: step.after,
      duration: step.duration, date: now())
    // The evicted state is deallocated outside the lock.
    let evicted = recorded.withLock { steps in
      steps.append(new)
      return steps.count > capacity ? steps.removeFirst() : nil
    }
    _ = evicted
  }

  /// Counts an evaluation of the selector with a label.
  func countEvaluation(of label: String) {
    // Without the id: selectors of one kind are counted together, of which there are few.
    let kind = String(label.prefix { $0 != "(" })
    counts.withLock { $0[kind, default: 0] += 1 }
  }

  /// The recorded actions, oldest first.
  var steps: [Step] { recorded.withLock { $0 } }

  /// The numbers of evaluations, by the names of the selectors.
  var evaluations: [String: Int] { counts.withLock { $0 } }
}

/// Returns the name of an enumeration case and its nested cases, such as
/// `ui.animalList.onAppear`. The last of several associated values is the nested
/// action, as in `breeds(id, .breed(…))`.
private func caseName(of action: Any) -> String {
  var names: [String] = []
  var value = action
  while true {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .tuple, let last = Array(mirror.children).last {
      value = last.value
      continue
    }
    guard mirror.displayStyle == .enum else { break }
    guard let child = mirror.children.first else {
      names.append(String(describing: value))
      break
    }
    names.append(child.label ?? "")
    value = child.value
  }
  return names.isEmpty ? String(describing: type(of: action)) : names.joined(separator: ".")
}
#endif
