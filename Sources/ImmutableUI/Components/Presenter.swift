public import Markup

/// How a component looks: a pure function of its view state.
///
/// It sees no store, no clock, no environment and no request.
public protocol Presenter: Component {
  /// What it shows, ready for display.
  associatedtype ViewState: Equatable & Sendable

  /// What it shows.
  var state: ViewState { get }

  init(state: ViewState)
}
