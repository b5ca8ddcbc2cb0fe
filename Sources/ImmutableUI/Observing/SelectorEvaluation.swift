/// One time that a selector had to look at a newer state: why, how far it
/// went, and how long that took.
public struct SelectorEvaluation: Sendable {
  /// Why it looked.
  public enum Reason: String, Sendable {
    /// Nobody had asked before, or not lately.
    case first
    /// An action passed its filter.
    case filter
    /// It has no filter: each action may matter.
    case noFilter
    /// So much has happened that nobody knows what.
    case forgotten
  }

  /// How far an evaluation went.
  public enum Stage: String, Sendable {
    case update = "Update"
    case updateDependency = "Update Dependency"
    case updateOutput = "Update Output"
  }

  /// Which store was asked, as in `animals`.
  public let store: String
  /// The label of the selector.
  public let label: String
  /// The id of the selector; `nil` if it has none.
  public let id: String?
  /// Why it looked.
  public let reason: Reason
  /// The revision of the last answer; `nil` where there was none.
  public let earlier: Int?
  /// The revision that it looked at.
  public let revision: Int
  /// What it did.
  public let work: SelectorCounts
  /// How long it took.
  public let duration: Duration
  /// When it was done.
  public let ended: ContinuousClock.Instant

  /// One evaluation. See the properties for what each is.
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

  /// How far it went.
  public var stages: [Stage] {
    [.update] + (work.dependencySelects > 0 ? [.updateDependency] : [])
      + (work.outputSelects > 0 ? [.updateOutput] : [])
  }

  /// Whether the answer is another one.
  public var didChange: Bool { work.publishes > 0 }
}
