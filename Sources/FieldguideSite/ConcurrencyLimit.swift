import Synchronization
import WebServer

/// How many streams may be open: in all, and for one client.
package final class StreamLimit: Sendable {
  private struct Open {
    var count = 0
    var byClient: [ClientAddress: Int] = [:]
  }

  private let total: Int
  private let perClient: Int
  private let open = Mutex(Open())

  /// - Parameters:
  ///   - total: for all clients together.
  ///   - perClient: for one address.
  package init(total: Int = 4_000, perClient: Int = 16) {
    self.total = total
    self.perClient = perClient
  }

  /// How many are open now.
  var count: Int { open.withLock(\.count) }

  /// Counts a stream in, if there is room for it.
  func admit(_ address: ClientAddress) -> Bool {
    let client = address.network
    return open.withLock { open in
      guard open.count < total, open.byClient[client, default: 0] < perClient else { return false }
      open.count += 1
      open.byClient[client, default: 0] += 1
      return true
    }
  }

  /// Counts a stream out again.
  func release(_ address: ClientAddress) {
    let client = address.network
    open.withLock { open in
      open.count -= 1
      let left = open.byClient[client, default: 1] - 1
      open.byClient[client] = left > 0 ? left : nil
    }
  }
}
