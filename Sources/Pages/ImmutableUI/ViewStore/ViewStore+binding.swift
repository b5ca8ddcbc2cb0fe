// Every binding sends an action: a state change without an action would appear
// on no page and in no log. State that belongs to one window is part of its
// address and changes with a link.

extension ViewStore {
  /// Returns a binding whose new value becomes the associated value of an
  /// action, for example for a text field.
  public func binding<Value: Sendable>(
    _ path: KeyPath<ViewState, Value>, _ action: @escaping @Sendable (Value) -> Action
  ) -> ViewBinding<Value, Action> {
    ViewBinding(value: viewState[keyPath: path], setting: action)
  }

  /// Returns a binding that is true while an optional value is present, such as
  /// a message that can be dismissed. Setting it always sends the same action.
  public func binding<Value>(
    isPresent path: KeyPath<ViewState, Value?>, _ action: Action
  ) -> ViewBinding<Bool, Action> {
    ViewBinding(value: viewState[keyPath: path] != nil, setting: { _ in action })
  }

  /// Returns a binding that is true while an optional value is present, such as
  /// a dialog. Setting it to false sends the action with `nil`; setting it to
  /// true has no action, because there is no value to present.
  public func binding<Value: Sendable>(
    isPresent path: KeyPath<ViewState, Value?>,
    _ action: @escaping @Sendable (Value?) -> Action
  ) -> ViewBinding<Bool, Action> {
    ViewBinding(
      value: viewState[keyPath: path] != nil, setting: { $0 ? nil : action(nil) })
  }
}
