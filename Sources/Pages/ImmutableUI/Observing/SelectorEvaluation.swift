/// One evaluation of a selector for a newer state, as reported to an
/// `Observer`.
public struct SelectorEvaluation: Sendable {
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
  /// The number of operations.
  public let work: SelectorCounts

  /// The stages that the evaluation reached.
  public var stages: [Stage] {
    [.update] + (work.dependencySelects > 0 ? [.updateDependency] : [])
      + (work.outputSelects > 0 ? [.updateOutput] : [])
  }
}
