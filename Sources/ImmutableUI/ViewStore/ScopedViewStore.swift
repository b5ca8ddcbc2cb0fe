/// A part of a view store, for a component that knows only its part.
///
/// Both share one truth: what it shows is read from its parent, and what it
/// sends goes there.
public struct ScopedViewStore<
  Parent: ViewStore, ViewState: Equatable & Sendable, Action: Sendable
>: ViewStore {
  private let parent: Parent
  private let path: any KeyPath<Parent.ViewState, ViewState> & Sendable
  private let embed: @Sendable (Action) -> Parent.Action

  fileprivate init(
    parent: Parent, path: any KeyPath<Parent.ViewState, ViewState> & Sendable,
    embed: @escaping @Sendable (Action) -> Parent.Action
  ) {
    self.parent = parent
    self.path = path
    self.embed = embed
  }

  public var viewState: ViewState { parent.viewState[keyPath: path] }

  public func send(_ action: Action) async throws {
    try await parent.send(embed(action))
  }
}

extension ViewStore {
  /// A store of a part of the view state, whose actions are one case of ours:
  ///
  /// ```swift
  /// page.scoped(state: \.banner, action: PhotosPage.Action.banner)
  /// ```
  ///
  /// It is a value that holds nothing of its own: making one is as good as
  /// keeping one.
  ///
  /// - Parameters:
  ///   - state: where the part is.
  ///   - action: the case that its actions are put into.
  public func scoped<Substate, Subaction>(
    state: any KeyPath<ViewState, Substate> & Sendable,
    action: @escaping @Sendable (Subaction) -> Action
  ) -> ScopedViewStore<Self, Substate, Subaction> {
    ScopedViewStore(parent: self, path: state, embed: action)
  }
}
