/// A type that publishes every action after it has been reduced.
///
/// ```swift
/// func log(_ streamer: some Streamer<Int, Int>) async throws {
///   for try await (oldState, action) in streamer.makeStream() {
///     print("\(oldState) + \(action)")
///   }
/// }
/// ```
public protocol Streamer<State, Action>: Sendable {
  /// The state before the action.
  associatedtype State: Sendable
  /// The action that was reduced.
  associatedtype Action: Sendable
  /// The changes for one subscriber, in dispatch order.
  associatedtype Stream: AsyncSequence & Sendable
  where Stream.Element == (oldState: State, action: Action)

  /// Subscribes to all actions that are dispatched from now on. Earlier actions
  /// are not replayed.
  func makeStream() -> Stream
}
