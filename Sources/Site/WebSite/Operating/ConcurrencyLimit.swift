import Synchronization
import WebServer

/// A limit on the number of concurrent long-lived responses, in total and per
/// client.
package final class ConcurrencyLimit: Sendable {
  private struct Open {
    var count = 0
    var byClient: [ClientAddress: Int] = [:]
  }

  let total: Int
  let perClient: Int
  private let open = Mutex(Open())

  /// - Parameters:
  ///   - total: the limit for all clients together.
  ///   - perClient: the limit for one client.
  package init(total: Int, perClient: Int) {
    self.total = total
    self.perClient = perClient
  }

  /// The number of open responses.
  var count: Int { open.withLock(\.count) }

  /// Counts a response as open, unless a limit is reached.
  ///
  /// - Returns: false if a limit is reached.
  func admit(_ address: ClientAddress) -> Bool {
    let client = address.network
    return open.withLock { open in
      guard open.count < total, open.byClient[client, default: 0] < perClient else { return false }
      open.count += 1
      open.byClient[client, default: 0] += 1
      return true
    }
  }

  /// Counts an admitted response as closed.
  func release(_ address: ClientAddress) {
    let client = address.network
    open.withLock { open in
      open.count -= 1
      let left = open.byClient[client, default: 1] - 1
      open.byClient[client] = left > 0 ? left : nil
    }
  }
}
