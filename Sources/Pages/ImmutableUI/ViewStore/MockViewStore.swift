/// A view store with a fixed state, for previews and tests.
///
/// ```swift
/// enum Action: Sendable { case saveButtonTapped }
///
/// let store = MockViewStore(viewState: "Ready", onSend: { (action: Action) in print(action) })
/// try await store.send(.saveButtonTapped)  // saveButtonTapped
/// ```
public struct MockViewStore<ViewState: Equatable & Sendable, Action: Sendable>: ViewStore {
  /// The outcome of each action.
  public enum Outcome: Sendable {
    /// The action succeeds. The state does not change.
    case done
    /// The action throws an error.
    case fails(any Error)
    /// The action does not complete until the task that sent it is cancelled.
    case waits
  }

  public let viewState: ViewState
  private let outcome: Outcome
  private let onSend: @Sendable (Action) -> Void

  /// - Parameters:
  ///   - viewState: The displayed state.
  ///   - outcome: The outcome of each action.
  ///   - onSend: Called with each action, before its outcome.
  public init(
    viewState: ViewState, outcome: Outcome = .done,
    onSend: @escaping @Sendable (Action) -> Void = { _ in }
  ) {
    self.viewState = viewState
    self.outcome = outcome
    self.onSend = onSend
  }

  /// - Throws: The error of the outcome, or `CancellationError`.
  public func send(_ action: Action) async throws {
    onSend(action)
    switch outcome {
    case .done: break
    case .fails(let error): throw error
    case .waits:
      // A stream without elements ends when its task is cancelled.
      let (nothing, source) = AsyncStream<Never>.makeStream()
      for await _ in nothing {}
      source.finish()
      throw CancellationError()
    }
  }
}
