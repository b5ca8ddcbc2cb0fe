import Foundation
import HashTreeCollections
public import ImmutableData
import Synchronization
import WebServer

/// A listener that performs the effects of actions: it fetches quakes and saves
/// changes.
///
/// Deletions and restorations are saved one at a time, in the order of their actions. Feeds are
/// fetched and merged beside them, so that neither a slow service nor a long feed delays one.
public final class Listener<
  LocalStore: PersistentSessionLocalStore, RemoteStore: PersistentSessionRemoteStore
>: Sendable {
  private typealias Session = PersistentSession<LocalStore, RemoteStore>

  private let session: Session
  private let onError: @Sendable (any Error) -> Void
  private let loop = ActionLoop<QuakesState, QuakesAction>()
  private let fetching = Mutex(FetchState())

  /// Creates a listener.
  ///
  /// - Parameters:
  ///   - localStore: the store on disk.
  ///   - remoteStore: the source of the feeds.
  ///   - onError: a closure called with each error after it was dispatched as a
  ///     failure.
  public init(
    localStore: LocalStore, remoteStore: RemoteStore,
    onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    session = Session(localStore: localStore, remoteStore: remoteStore)
    self.onError = onError
  }

  /// Observes the actions of a store instead of those of any previous store.
  /// Calling it again with the same store has no effect.
  public func listen(to store: Store<QuakesState, QuakesAction>) {
    fetching.withLock { $0.isStopped = false }
    loop.observe(store) { [weak self] transition, _ in
      guard let self else { return }
      do {
        try await perform(transition, on: store)
      } catch {
        onError(error)
      }
    }
  }

  /// Stops observing actions. A fetch in progress is cancelled; a transaction in
  /// progress completes; queued changes are not saved.
  ///
  /// - Returns: a task that ends when these operations have ended.
  @discardableResult
  public func stop() -> Task<Void, Never> {
    let saving = loop.stop()
    let fetches = fetching.withLock { fetching in
      fetching.isStopped = true
      let fetches =
        [fetching.task, fetching.merge].compactMap(\.self) + fetching.reports.values
      for task in fetches { task.cancel() }
      return fetches
    }
    return Task {
      for task in fetches { await task.value }
      await saving?.value
    }
  }
}

extension Listener {
  private func perform(
    _ transition: Transition<QuakesState, QuakesAction>, on store: Session.Store
  ) async throws {
    switch transition.action {
    case .ui(.quakeList(let action)):
      try await perform(action, transition, on: store)
    case .ui(.quakeDetail(.onAppear(let quakeId, let now, let client))):
      guard transition.begins({ $0.reports.entries[quakeId]?.status == .waiting }),
        let quake = transition.oldState.quakes.data[quakeId]
      else { return }
      try await store.dispatch(thunk: session.fetchLocalReportQuery(of: quake, at: now))
      guard store.select({ $0.reports.entries[quakeId]?.status == .waiting }) else { return }
      try await queueReport(ReportRequest(quake: quake, now: now), of: client, on: store)
    case .data(.persistentSession(.remoteStore(.didFetchQuakes(.success(let quakes))))):
      await merge(session.didFetchRemoteQuakesMutation(quakes), on: store)
    case .data(.persistentSession(.remoteStore(.didFetchFeed(let feed)))):
      await merge(session.didFetchRemoteFeedMutation(feed), on: store)
    case .data:
      break
    }
  }

  private func perform(
    _ action: QuakesAction.UI.QuakeList, _ transition: Transition<QuakesState, QuakesAction>,
    on store: Session.Store
  ) async throws {
    switch action {
    case .onAppear, .onTapTryAgainButton:
      guard transition.begins({ $0.quakes.status == .waiting }) else { return }
      try await store.dispatch(thunk: session.fetchLocalQuakesQuery())
    case .onTapRefreshQuakesButton(let range):
      guard transition.begins({ $0.quakes.status == .waiting }) else { return }
      fetch(range, on: store)
    case .onTapDeleteSelectedQuakeButton(let quakeId, let date):
      try await store.dispatch(
        thunk: session.deleteLocalQuakeMutation(quakeId: quakeId, date: date))
    case .onTapDeleteAllQuakesButton(let date):
      try await store.dispatch(thunk: session.deleteLocalQuakesMutation(date: date))
    case .onTapRestoreQuakesButton(let restoration):
      try await store.dispatch(thunk: session.restoreLocalQuakesMutation(restoration))
    }
  }

  /// Fetches a feed in a separate task. The state allows only one refresh at a
  /// time.
  private func fetch(_ range: QuakesFeed.Range, on store: Session.Store) {
    fetching.withLock { fetching in
      guard !fetching.isStopped else { return }
      fetching.task = Task { [session, onError] in
        do {
          try await store.dispatch(thunk: session.fetchRemoteQuakesQuery(range: range))
        } catch {
          onError(error)
        }
      }
    }
  }

  /// Merges the quakes of a refresh in a separate task, after those of the one before.
  private func merge(_ thunk: @escaping Session.Thunk, on store: Session.Store) {
    fetching.withLock { fetching in
      guard !fetching.isStopped else { return }
      fetching.merge = Task { [previous = fetching.merge, onError] in
        await previous?.value
        do {
          try Task.checkCancellation()
          try await store.dispatch(thunk: thunk)
        } catch {
          onError(error)
        }
      }
    }
  }

  /// Queues a report that has to be fetched. One of a client that asks for too many is
  /// postponed.
  private func queueReport(
    _ request: ReportRequest, of client: RequestClient?, on store: Session.Store
  ) async throws {
    let postponed = fetching.withLock { fetching in
      fetching.queue.append(
        request, from: client.flatMap { ClientAddress($0.address) } ?? .local,
        rank: request.rank(isOfCrawler: client?.isCrawler ?? false))
    }
    if let postponed {
      try await Session.end(postponed.quake.id, .postponed, on: store)
    }
    fetchNextReport(on: store)
  }

  /// Fetches the next report in a separate task, when its time has come. A slow one does not
  /// hold up the others.
  private func fetchNextReport(on store: Session.Store) {
    fetching.withLock { fetching in
      guard !fetching.isStopped, !fetching.isStarting, !fetching.queue.isEmpty,
        fetching.reports.count < Self.reportsAtOnce
      else { return }
      fetching.isStarting = true
      fetching.lastNumber += 1
      let (number, start) = (fetching.lastNumber, fetching.nextReport)
      fetching.reports[number] = Task { [weak self, session, onError] in
        if let start { try? await Task.sleep(until: start) }
        // The most urgent one may have come meanwhile.
        let request = self?.fetching.withLock { $0.nextRequest(at: .now + Self.pause) }
        self?.fetchNextReport(on: store)
        if let request {
          do {
            try await store.dispatch(
              thunk: session.fetchReportQuery(of: request.quake, at: request.now))
          } catch {
            onError(error)
          }
        }
        self?.fetching.withLock { $0.reports[number] = nil }
        self?.fetchNextReport(on: store)
      }
    }
  }

  /// The pause between the starts of two reports. Each takes up to six requests, and the
  /// service allows a client about 500 in five minutes.
  private static var pause: Duration { .seconds(2) }

  private static var reportsAtOnce: Int { 4 }
}

/// The fetches in progress, and the reports that wait.
private struct FetchState {
  /// The latest fetch of a feed.
  var task: Task<Void, Never>?
  /// The latest merge of a feed.
  var merge: Task<Void, Never>?
  /// The fetches of reports, by number.
  var reports: [Int: Task<Void, Never>] = [:]
  var lastNumber = 0
  /// True if a report waits for its time, which is the next one then.
  var isStarting = false
  /// The earliest time of the next report; `nil` before the first one.
  var nextReport: ContinuousClock.Instant?
  var queue = FairQueue<ReportRequest>(capacity: 32)
  var isStopped = false

  /// Removes and returns the next request; `nil` if there is none, and if the listener was
  /// stopped.
  mutating func nextRequest(at nextReport: ContinuousClock.Instant) -> ReportRequest? {
    isStarting = false
    guard !isStopped, let request = queue.next() else { return nil }
    self.nextReport = nextReport
    return request
  }
}

/// A report that somebody waits for.
private struct ReportRequest {
  let quake: Quake
  let now: Date

  /// Large events that have just happened come first, and pages that nobody reads last.
  func rank(isOfCrawler: Bool) -> Int {
    let isUrgent = quake.magnitude >= 4.5 && now.timeIntervalSince(quake.time) < 86_400
    return isOfCrawler ? 2 : isUrgent ? 0 : 1
  }
}
