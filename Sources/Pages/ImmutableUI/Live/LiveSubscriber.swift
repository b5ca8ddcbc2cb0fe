import Synchronization

/// One browser that has a page open, with the version that it was last sent.
public final class LiveSubscriber: Sendable {
  private struct State {
    /// The version that the browser reports, until it has been looked up.
    var reportedVersion: String?
    var sent: LiveVersion?
    /// True while an event is being rendered for this browser alone.
    var isPreparing = false
    /// True if the browser was woken while its event was being rendered.
    var hasPendingWake = false
    var prepared: (event: [UInt8], version: LiveVersion)?
    var needsHeartbeat = false
    var preamble: [UInt8]?
  }

  let id: Int
  let page: LivePage
  let schedule: LivePages.Schedule
  private let onWake: @Sendable () -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - version: The version that the browser reports.
  ///   - preamble: The bytes to send first.
  ///   - schedule: Schedules renderings for this browser.
  ///   - onWake: Called when there is something to send.
  init(
    id: Int, page: LivePage, version: String, preamble: [UInt8],
    schedule: @escaping LivePages.Schedule, onWake: @escaping @Sendable () -> Void
  ) {
    self.id = id
    self.page = page
    self.schedule = schedule
    self.onWake = onWake
    // The first event is being prepared from the start.
    state = Mutex(State(reportedVersion: version, isPreparing: true, preamble: preamble))
  }

  /// Returns the bytes to send next: the preamble, the newest content or a
  /// heartbeat; `nil` if there is nothing to send. Called by one thread at a
  /// time. Renders nothing: what has to be rendered is scheduled, and wakes the
  /// browser.
  public func next() -> [UInt8]? {
    if let preamble = state.withLock({ $0.preamble.take() }) { return preamble }
    if let event = takeEvent() { return event }
    if needsPreparation() {
      if !schedule({ [weak self] in self?.prepare() }) {
        // The next wake-up tries again.
        state.withLock { $0.isPreparing = false }
      } else if let event = takeEvent() {
        return event
      }
    }
    return state.withLock { state in
      guard state.needsHeartbeat else { return nil }
      state.needsHeartbeat = false
      return Self.heartbeat
    }
  }

  /// Renders the event from the version that the browser has to the newest, and
  /// wakes the browser.
  func prepare() {
    let reported = state.withLock { $0.reportedVersion.take() }
    let sent = reported.map(page.version) ?? state.withLock(\.sent)
    let next = page.isFollowed(by: id) ? page.event(after: sent, for: id) : nil
    let needsWake = state.withLock { state in
      state.sent = sent
      state.prepared = next
      state.isPreparing = false
      defer { state.hasPendingWake = false }
      return next != nil || state.hasPendingWake
    }
    if needsWake { wake() }
  }

  /// Returns the event that was rendered for this browser or cached by the page, and notes that it
  /// is sent.
  private func takeEvent() -> [UInt8]? {
    let (prepared, isPreparing, sent) = state.withLock {
      ($0.prepared.take(), $0.isPreparing, $0.sent)
    }
    let next = prepared ?? (isPreparing ? nil : page.cachedEvent(after: sent, for: id))
    guard let next else { return nil }
    state.withLock { state in
      state.sent = next.version
      state.needsHeartbeat = false
    }
    return next.event
  }

  /// Returns true if an event has to be rendered, and notes that it is.
  private func needsPreparation() -> Bool {
    state.withLock { state in
      guard !state.isPreparing else {
        state.hasPendingWake = true
        return false
      }
      guard !page.isCurrent(state.sent) else { return false }
      state.isPreparing = true
      return true
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
