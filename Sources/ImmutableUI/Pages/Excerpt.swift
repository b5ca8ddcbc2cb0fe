/// What a guide shows of itself on the page of another: ready for display, with
/// what it was made from.
public struct Excerpt<ViewState: Equatable & Sendable>: Sendable {
  /// What is shown.
  public let state: ViewState
  /// What it was made from.
  public let basis: [PageBasis]
  /// When it is too old even if its basis holds, since it tells the time: in
  /// seconds since 1970; `nil` for never.
  public let expires: Int?

  public init(state: ViewState, basis: [PageBasis], expires: Int? = nil) {
    self.state = state
    self.basis = basis
    self.expires = expires
  }
}
