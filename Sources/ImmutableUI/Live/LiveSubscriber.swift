import Synchronization

/// One browser that has a page open, with the version that it was last sent.
public final class LiveSubscriber: Sendable {
  private struct State {
    /// The version that the browser reports, until it has been looked up.
    var reportedVersion: String?
    var sent: LiveVersion?
    var needsHeartbeat = false
    var preamble: [UInt8]?
  }

  let id: Int
  let page: LivePage
  private let onWake: @Sendable () -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - version: The version that the browser reports.
  ///   - preamble: The bytes to send first.
  ///   - onWake: Called when there is something to send.
  init(
    id: Int, page: LivePage, version: String, preamble: [UInt8],
    onWake: @escaping @Sendable () -> Void
  ) {
    self.id = id
    self.page = page
    self.onWake = onWake
    state = Mutex(State(reportedVersion: version, preamble: preamble))
  }

  /// Returns the bytes to send next: the preamble, the newest content or a
  /// heartbeat; `nil` if there is nothing to send. Called by one thread at a
  /// time.
  public func next() -> [UInt8]? {
    let (preamble, reportedVersion) = state.withLock { state in
      guard state.preamble == nil else { return (state.preamble.take(), String?.none) }
      return (nil, state.reportedVersion.take())
    }
    if let preamble { return preamble }
    let sent = reportedVersion.map(page.version) ?? state.withLock(\.sent)
    // Rendering may take long, and heartbeats need the lock.
    let next = page.event(after: sent, for: id)
    return state.withLock { state in
      state.sent = next?.version ?? sent
      guard next == nil else {
        state.needsHeartbeat = false
        return next?.event
      }
      guard state.needsHeartbeat else { return nil }
      state.needsHeartbeat = false
      return Self.heartbeat
    }
  }

  private static let heartbeat = ServerSentEvent.event("beat")

  func wake() { onWake() }

  /// Schedules a heartbeat, which detects a browser that has disconnected.
  func wakeForHeartbeat() {
    state.withLock { $0.needsHeartbeat = true }
    onWake()
  }
}
