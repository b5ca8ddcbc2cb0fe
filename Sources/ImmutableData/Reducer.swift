/// Makes the next state of one state and one action.
///
/// A reducer is pure: no clock, no I/O, no store. It may run on any thread,
/// one at a time for each store. An error means that the action does not fit
/// the state; the state then stays as it was.
public typealias Reducer<State: Sendable, Action: Sendable> =
  @Sendable (_ state: State, _ action: Action) throws -> State
