/// A view store with a fixed state, for previews and tests.
public struct MockViewStore<ViewState: Equatable & Sendable, Action: Sendable>: ViewStore {
  /// What becomes of actions.
  public enum Answer: Sendable {
    /// They are taken, and change nothing.
    case done
    /// They fail.
    case fails(any Error)
    /// They are under way until the task that sent them is cancelled.
    case waits
  }

  public let viewState: ViewState
  private let answer: Answer
  private let onSend: @Sendable (Action) -> Void

  /// - Parameters:
  ///   - viewState: what is shown.
  ///   - answer: what becomes of actions.
  ///   - onSend: hears each action, before it is answered.
  public init(
    viewState: ViewState, answer: Answer = .done,
    onSend: @escaping @Sendable (Action) -> Void = { _ in }
  ) {
    self.viewState = viewState
    self.answer = answer
    self.onSend = onSend
  }

  /// - Throws: the error of an answer that fails, or `CancellationError`.
  public func send(_ action: Action) async throws {
    onSend(action)
    switch answer {
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
