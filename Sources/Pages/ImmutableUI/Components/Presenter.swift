public import Markup

/// The part of a component that renders a view state. It is a pure function,
/// without a store, a clock, an environment or a request.
///
/// ```swift
/// import Markup
///
/// struct AnimalCard: Presenter {
///   struct ViewState: Equatable, Sendable {
///     var name: String
///     var diet: String
///   }
///
///   let state: ViewState
///
///   var body: some HTML {
///     h2 { state.name }
///     p { state.diet }
///   }
/// }
/// ```
public protocol Presenter: Component {
  /// The displayed state.
  associatedtype ViewState: Equatable & Sendable

  /// The displayed state.
  var state: ViewState { get }

  init(state: ViewState)
}
