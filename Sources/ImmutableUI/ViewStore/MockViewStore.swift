/// A view store with a fixed state, for previews and tests.
public struct MockViewStore<ViewState: Equatable & Sendable, Action: Sendable>: ViewStore {
  /// The outcome of each action.
  public enum Outcome: Sendable {
    /// It is accepted, and changes nothing.
    case done
    /// It fails.
    case fails(any Error)
    /// It takes until the task that sent it is cancelled.
    case waits
  }

  public let viewState: ViewState
  private let outcome: Outcome
  private let onSend: @Sendable (Action) -> Void

  /// - Parameters:
  ///   - viewState: what is shown.
  ///   - outcome: the outcome of each action.
  ///   - onSend: called with each action, before its outcome.
  public init(
    viewState: ViewState, outcome: Outcome = .done,
    onSend: @escaping @Sendable (Action) -> Void = { _ in }
  ) {
    self.viewState = viewState
    self.outcome = outcome
    self.onSend = onSend
  }

  /// - Throws: the error of an outcome that fails, or `CancellationError`.
  public func send(_ action: Action) async throws {
    onSend(action)
    switch outcome {
    case .done: break
    case .fails(let error): throw error
    case .waits:
      // A stream in which nothing ever comes ends with its task.
      let (nothing, source) = AsyncStream<Never>.makeStream()
      for await _ in nothing {}
      source.finish()
      throw CancellationError()
    }
  }
}
