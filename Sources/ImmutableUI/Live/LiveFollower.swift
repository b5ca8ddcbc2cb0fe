import Synchronization

/// One browser that has a page open: what it was sent, and how it is told
/// that there is more.
public final class LiveFollower: Sendable {
  private struct State {
    /// The version that the browser says it shows, until it is looked up.
    var claim: String?
    var sent: LiveContent?
    var needsBeat = false
    var greeting: [UInt8]?
  }

  let id: Int
  let page: LivePage
  private let onWake: @Sendable () -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - version: that of the rendering it shows, as far as it says.
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

  /// What to send next: the newest content, or a sign of life; `nil` where
  /// there is nothing.
  public func next() -> [UInt8]? {
    state.withLock { state in
      if let greeting = state.greeting {
        state.greeting = nil
        return greeting
      }
      if let claim = state.claim {
        state.claim = nil
        state.sent = page.rendering(version: claim).map(LiveContent.page)
      }
      if let (event, content) = page.event(after: state.sent) {
        state.sent = content
        state.needsBeat = false
        return event
      }
      guard state.needsBeat else { return nil }
      state.needsBeat = false
      return Self.beat
    }
  }

  private static let beat = ServerSentEvent.event("beat")

  func wake() { onWake() }

  /// Has a sign of life sent, by which one learns that the browser is gone.
  func wakeForBeat() {
    state.withLock { $0.needsBeat = true }
    onWake()
  }
}
