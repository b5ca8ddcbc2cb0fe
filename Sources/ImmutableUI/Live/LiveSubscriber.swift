import Synchronization

/// One browser that has a page open: what it was sent, and how it is told
/// that there is more.
public final class LiveSubscriber: Sendable {
  private struct State {
    /// The version that the browser says it shows, until it is looked up.
    var claim: String?
    var sent: LiveVersion?
    var needsHeartbeat = false
    var greeting: [UInt8]?
  }

  let id: Int
  let page: LivePage
  private let onWake: @Sendable () -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - version: the version that it says it shows.
  ///   - greeting: what it is sent first.
  ///   - onWake: called when there is something to send.
  init(
    id: Int, page: LivePage, version: String, greeting: [UInt8],
    onWake: @escaping @Sendable () -> Void
  ) {
    self.id = id
    self.page = page
    self.onWake = onWake
    state = Mutex(State(claim: version, greeting: greeting))
  }

  /// The bytes to send next: the newest content, or a heartbeat; `nil` where
  /// there is nothing. Called by one thread at a time.
  public func next() -> [UInt8]? {
    let (greeting, claim) = state.withLock { state in
      guard state.greeting == nil else { return (state.greeting.take(), String?.none) }
      return (nil, state.claim.take())
    }
    if let greeting { return greeting }
    let sent = claim.map(page.version) ?? state.withLock(\.sent)
    // It may be rendered for this: without the lock, which heartbeats need.
    let next = page.event(after: sent, for: id)
    return state.withLock { state in
      state.sent = next?.version ?? sent
      guard next == nil else {
        state.needsHeartbeat = false
        return next?.event
      }
      guard state.needsHeartbeat else { return nil }
      state.needsHeartbeat = false
      return Self.beat
    }
  }

  private static let beat = ServerSentEvent.event("beat")

  func wake() { onWake() }

  /// Has a heartbeat sent, which shows whether the browser is still there.
  func wakeForHeartbeat() {
    state.withLock { $0.needsHeartbeat = true }
    onWake()
  }
}
