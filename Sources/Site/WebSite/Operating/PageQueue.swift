import Dispatch
import Foundation
import Synchronization
import WebServer

/// Makes pages, and files like them, on threads of its own, in turn by client.
///
/// So a client that asks for a thousand pages delays no other client by more
/// than one page, and the threads that receive and send are always free.
final class PageQueue: Sendable {
  /// The limits of a queue.
  struct Limits: Sendable {
    /// The maximum number of pages that are made at the same time. It exceeds
    /// that of one client, so that a page of another client need not wait.
    var pages = max(3, ProcessInfo.processInfo.activeProcessorCount + 1)
    /// The maximum number of pages of one client that are made at the same time.
    var pagesPerClient = 2
    /// The maximum number of pages that wait.
    var waiting = 4_096
    /// The maximum number of pages of one client that wait.
    var waitingPerClient = 512
  }

  private typealias Work = @Sendable () -> Void

  private struct Client {
    var waiting: [Work] = []
    /// The number of pages that are being made.
    var count = 0
  }

  private struct State {
    var clients = BoundedTable<ClientAddress, Client>(Client()) { client, _ in
      client.waiting.isEmpty && client.count == 0
    }
    /// The clients whose next page can be made, in turn.
    var turns: [ClientAddress] = []
    /// The number of pages that wait.
    var waiting = 0
    /// The threads that make no page at the moment.
    var idle: [DispatchQueue]
  }

  private let limits: Limits
  private let state: Mutex<State>

  init(limits: Limits = Limits()) {
    self.limits = limits
    // Serial queues: a concurrent one would share the threads of Swift's pool.
    state = Mutex(State(idle: (1...limits.pages).map { DispatchQueue(label: "pages \($0)") }))
  }

  /// The number of pages that wait.
  var waiting: Int { state.withLock(\.waiting) }

  /// Makes a page of a client in its turn.
  ///
  /// - Parameters:
  ///   - address: the address of the client.
  ///   - make: makes the page. It may block.
  /// - Throws: `SiteError.tooManyPages` if a limit is reached, and the error of
  ///   the closure.
  func page<Page: Sendable>(
    for address: ClientAddress, _ make: @escaping @Sendable () throws -> Page
  ) async throws -> Page {
    try await withCheckedThrowingContinuation { continuation in
      let isAdmitted = add(for: address) {
        continuation.resume(with: Result { try make() })
      }
      if !isAdmitted { continuation.resume(throwing: SiteError.tooManyPages) }
    }
  }

  /// Adds the making of a page to the queue, and starts a thread if one is needed.
  ///
  /// - Returns: false if a limit is reached.
  func add(for address: ClientAddress, _ work: @escaping @Sendable () -> Void) -> Bool {
    let client = address.network
    let (isAdmitted, thread): (Bool, DispatchQueue?) = state.withLock { state in
      guard state.waiting < limits.waiting else { return (false, nil) }
      let isNext: Bool? = state.clients.update(client) { client in
        guard client.waiting.count < limits.waitingPerClient else { return nil }
        client.waiting.append(work)
        // Otherwise it is in the queue already, or has as many as it may have.
        return client.waiting.count == 1 && client.count < limits.pagesPerClient
      }
      guard let isNext else { return (false, nil) }
      if isNext { state.turns.append(client) }
      state.waiting += 1
      return (true, state.turns.isEmpty ? nil : state.idle.popLast())
    }
    if let thread { thread.async { [self] in makePages(on: thread) } }
    return isAdmitted
  }

  /// Makes pages until none waits.
  private func makePages(on thread: DispatchQueue) {
    while let (client, work) = next(on: thread) {
      work()
      finish(client)
    }
  }

  private func next(on thread: DispatchQueue) -> (ClientAddress, Work)? {
    state.withLock { state in
      guard !state.turns.isEmpty else {
        state.idle.append(thread)
        return nil
      }
      let client = state.turns.removeFirst()
      let (work, isNext) = state.clients.update(client) { client in
        client.count += 1
        let work = client.waiting.removeFirst()
        return (work, !client.waiting.isEmpty && client.count < limits.pagesPerClient)
      }
      state.waiting -= 1
      if isNext { state.turns.append(client) }
      return (client, work)
    }
  }

  private func finish(_ client: ClientAddress) {
    state.withLock { state in
      let isNext = state.clients.update(client) { client in
        client.count -= 1
        // At the limit it was not among the turns.
        return client.count + 1 == limits.pagesPerClient && !client.waiting.isEmpty
      }
      if isNext { state.turns.append(client) }
    }
  }
}
