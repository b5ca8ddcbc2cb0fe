/// One evaluation of a selector for a newer state, as reported to an
/// `Observer`.
public struct SelectorEvaluation: Sendable {
  /// The reason for an evaluation.
  public enum Reason: String, Sendable {
    /// The output was not cached.
    case first
    /// An action passed the selector's filter.
    case filter
    /// The selector has no filter, so every action may change its output.
    case noFilter
    /// The store's history no longer contains all actions since the last
    /// evaluation.
    case forgotten
  }

  /// A stage that an evaluation reached.
  public enum Stage: String, Sendable {
    case update = "Update"
    case updateDependency = "Update Dependency"
    case updateOutput = "Update Output"
  }

  /// The name of the store, such as `animals`.
  public let store: String
  /// The label of the selector.
  public let label: String
  /// The id of the selector; `nil` if it has none.
  public let id: String?
  /// The reason for the evaluation.
  public let reason: Reason
  /// The revision of the previous output; `nil` if there was none.
  public let earlier: Int?
  /// The revision of the evaluated state.
  public let revision: Int
  /// The number of operations.
  public let work: SelectorCounts
  /// The duration of the evaluation.
  public let duration: Duration
  /// The time at which the evaluation ended.
  public let ended: ContinuousClock.Instant

  /// Creates an evaluation.
  public init(
    store: String, label: String, id: String?, reason: Reason, earlier: Int?, revision: Int,
    work: SelectorCounts, duration: Duration, ended: ContinuousClock.Instant = .now
  ) {
    self.store = store
    self.label = label
    self.id = id
    self.reason = reason
    self.earlier = earlier
    self.revision = revision
    self.work = work
    self.duration = duration
    self.ended = ended
  }

  /// The stages that the evaluation reached.
  public var stages: [Stage] {
    [.update] + (work.dependencySelects > 0 ? [.updateDependency] : [])
      + (work.outputSelects > 0 ? [.updateOutput] : [])
  }

  /// True if the output changed.
  public var didChange: Bool { work.publishes > 0 }
}
