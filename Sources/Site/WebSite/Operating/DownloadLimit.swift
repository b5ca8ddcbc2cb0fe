import Synchronization
import WebServer

/// A limit on the number of downloads in progress, in total and per client.
///
/// If all places are in use, a download whose client has read nothing for some
/// seconds is aborted for a new one. So clients that read nothing cannot keep
/// others from downloading.
package final class DownloadLimit: Sendable {
  private struct Download {
    let client: ClientAddress
    var lastRead: ContinuousClock.Instant
    /// `nil` until the first part is made.
    var stream: ResponseStream?
  }

  private struct Open {
    var downloads: [Int: Download] = [:]
    var lastID = 0
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
    total: Int, perClient: Int,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.total = total
    self.perClient = perClient
    self.now = now
  }

  /// The number of downloads in progress.
  var count: Int { open.withLock(\.downloads.count) }

  /// Counts a download as in progress, unless a limit is reached.
  ///
  /// - Returns: the id of the download; `nil` if a limit is reached.
  func admit(_ address: ClientAddress) -> Int? {
    let client = address.network
    let (id, aborted): (Int?, ResponseStream?) = open.withLock { open in
      guard open.downloads.values.count(where: { $0.client == client }) < perClient else {
        return (nil, nil)
      }
      var aborted: ResponseStream?
      if open.downloads.count >= total {
        guard let id = leastRead(of: open.downloads) else { return (nil, nil) }
        aborted = open.downloads.removeValue(forKey: id)?.stream
      }
      open.lastID += 1
      open.downloads[open.lastID] = Download(client: client, lastRead: now())
      return (open.lastID, aborted)
    }
    aborted?.abort()
    return id
  }

  /// Returns the download that may be aborted, whose client has not read for the
  /// longest time.
  private func leastRead(of downloads: [Int: Download]) -> Int? {
    let limit = now() - Self.patience
    return downloads.filter { $0.value.stream != nil && $0.value.lastRead < limit }
      .min { $0.value.lastRead < $1.value.lastRead }?.key
  }

  /// Notes that a download is sent as a stream.
  func begin(_ id: Int, as stream: ResponseStream) {
    open.withLock { open in
      open.downloads[id]?.stream = stream
      open.downloads[id]?.lastRead = now()
    }
  }

  /// Notes that the client has read what it was sent.
  func noteReading(of id: Int) {
    open.withLock { $0.downloads[id]?.lastRead = now() }
  }

  /// Counts an admitted download as ended.
  func release(_ id: Int) {
    open.withLock { $0.downloads[id] = nil }
  }
}
