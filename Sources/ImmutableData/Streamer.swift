/// Something that tells of every action after it was reduced.
public protocol Streamer<State, Action>: Sendable {
  /// The state before the action.
  associatedtype State: Sendable
  /// What happened.
  associatedtype Action: Sendable
  /// One subscriber's elements, in the order in which they were dispatched.
  associatedtype Stream: AsyncSequence & Sendable
  where Stream.Element == (oldState: State, action: Action)

  /// Subscribes: the stream has every action dispatched from now on, and
  /// nothing from before.
  func makeStream() -> Stream
}
