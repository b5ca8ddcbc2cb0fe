/// A view store for a component that displays only a part of a page.
///
/// It reads its state from its parent and sends its actions to its parent.
/// Created by `ViewStore.scoped(state:action:)`.
public struct ScopedViewStore<
  Parent: ViewStore, ViewState: Equatable & Sendable, Action: Sendable
>: ViewStore {
  fileprivate let parent: Parent
  fileprivate let keyPath: any KeyPath<Parent.ViewState, ViewState> & Sendable
  fileprivate let embed: @Sendable (Action) -> Parent.Action

  public var viewState: ViewState { parent.viewState[keyPath: keyPath] }

  public func send(_ action: Action) async throws {
    try await parent.send(embed(action))
  }
}

extension ViewStore {
  /// Returns a view store for a part of the view state, whose actions are
  /// embedded in one case of the parent's actions.
  ///
  /// ```swift
  /// struct Page: Equatable, Sendable { var banner = "Welcome" }
  /// enum BannerAction: Sendable { case dismissButtonTapped }
  /// enum PageAction: Sendable { case banner(BannerAction) }
  ///
  /// let page = MockViewStore<Page, PageAction>(viewState: Page())
  /// let banner = page.scoped(state: \.banner, action: PageAction.banner)
  /// try await banner.send(.dismissButtonTapped)
  /// ```
  ///
  /// The view store is a value without state of its own, so it does not need to
  /// be stored.
  ///
  /// - Parameters:
  ///   - state: The key keyPath to the part of the view state.
  ///   - action: Embeds the part's actions in the parent's.
  public func scoped<Substate, Subaction>(
    state: any KeyPath<ViewState, Substate> & Sendable,
    action: @escaping @Sendable (Subaction) -> Action
  ) -> ScopedViewStore<Self, Substate, Subaction> {
    ScopedViewStore(parent: self, keyPath: state, embed: action)
  }
}
