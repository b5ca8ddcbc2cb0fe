// The ways to bind a control. There is none that writes past `send`, into a
// subject: a change that no action tells of would be on no page, and in no
// log. What a window sets for itself goes into its address, by a link.

extension ViewStore {
  /// A control whose new value goes into a case: a text field.
  public func binding<Value: Sendable>(
    _ path: KeyPath<ViewState, Value>, _ action: @escaping @Sendable (Value) -> Action
  ) -> ViewBinding<Value, Action> {
    ViewBinding(value: viewState[keyPath: path], setting: action)
  }

  /// A control that sends the same whatever it is set to: a button.
  public func binding<Value: Sendable>(
    _ path: KeyPath<ViewState, Value>, _ action: Action
  ) -> ViewBinding<Value, Action> {
    ViewBinding(value: viewState[keyPath: path], setting: { _ in action })
  }

  /// Whether something is there, as a message that can be dismissed. Any
  /// write sends the same.
  public func binding<Value>(
    isPresent path: KeyPath<ViewState, Value?>, _ action: Action
  ) -> ViewBinding<Bool, Action> {
    ViewBinding(value: viewState[keyPath: path] != nil, setting: { _ in action })
  }

  /// Whether something is there, as a sheet that can be closed: then the case
  /// gets `nil`. What should be there instead nobody can tell from a `true`,
  /// so that says nothing.
  public func binding<Value: Sendable>(
    isPresent path: KeyPath<ViewState, Value?>,
    _ action: @escaping @Sendable (Value?) -> Action
  ) -> ViewBinding<Bool, Action> {
    ViewBinding(
      value: viewState[keyPath: path] != nil, setting: { $0 ? nil : action(nil) })
  }
}
