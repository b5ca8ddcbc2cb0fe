import Synchronization
import WebServer

/// A limit on the number of concurrent long-lived responses, in total and per
/// client.
///
/// If all places are in use, a download whose client has read nothing for some
/// seconds is aborted for a new response. So clients that read nothing cannot
/// keep others from downloading.
package final class ConcurrencyLimit: Sendable {
  private struct Download {
    let stream: ResponseStream
    var lastRead: ContinuousClock.Instant
  }

  private struct Open {
    var clients: [Int: ClientAddress] = [:]
    var counts = BoundedTable<ClientAddress, Int>(0)
    /// The responses that may be aborted.
    var downloads: [Int: Download] = [:]
    var lastID = 0

    mutating func remove(_ id: Int) {
      downloads[id] = nil
      if let client = clients.removeValue(forKey: id) { counts.update(client) { $0 -= 1 } }
    }
  }

  /// The time without reading after which a download may be aborted.
  static let patience = Duration.seconds(2)

  let total: Int
  let perClient: Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private let open = Mutex(Open())

  /// - Parameters:
  ///   - total: the limit for all clients together.
  ///   - perClient: the limit for one client.
  ///   - now: the current time.
  package init(
    total: Int, perClient: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.total = total
    self.perClient = perClient
    self.now = now
  }

  /// The number of open responses.
  var count: Int { open.withLock(\.clients.count) }

  /// Counts a response as open, unless a limit is reached.
  ///
  /// - Returns: the id of the response; `nil` if a limit is reached.
  func admit(_ client: ClientAddress) -> Int? {
    let client = client.network
    let (id, aborted): (Int?, ResponseStream?) = open.withLock { open in
      guard open.counts[client] < perClient else { return (nil, nil) }
      var aborted: ResponseStream?
      if open.clients.count >= total {
        guard let id = leastRead(of: open.downloads) else { return (nil, nil) }
        aborted = open.downloads[id]?.stream
        open.remove(id)
      }
      open.lastID += 1
      open.clients[open.lastID] = client
      open.counts.update(client) { $0 += 1 }
      return (open.lastID, aborted)
    }
    aborted?.abort()
    return id
  }

  /// Returns the download that may be aborted, whose client has not read for the
  /// longest time.
  private func leastRead(of downloads: [Int: Download]) -> Int? {
    let limit = now() - Self.patience
    return downloads.filter { $0.value.lastRead < limit }
      .min { $0.value.lastRead < $1.value.lastRead }?.key
  }

  /// Notes that a response is a download, which is sent as a stream.
  func begin(_ id: Int, as stream: ResponseStream) {
    open.withLock { open in
      guard open.clients[id] != nil else { return }
      open.downloads[id] = Download(stream: stream, lastRead: now())
    }
  }

  /// Notes that the client of a download has read what it was sent.
  func noteReading(of id: Int) { open.withLock { $0.downloads[id]?.lastRead = now() } }

  /// Counts an admitted response as ended.
  func release(_ id: Int) { open.withLock { $0.remove(id) } }
}
