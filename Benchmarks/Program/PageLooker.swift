import Foundation
import Synchronization

/// Asks for a page again and again on a thread of its own, and times it.
final class PageLooker: Sendable {
  private let port: Int
  private let target: String
  private let isOver = Atomic<Bool>(false)
  private let times = Mutex<[Double]>([])

  init(port: Int, target: String) {
    self.port = port
    self.target = target
  }

  /// How long each look took.
  var milliseconds: [Double] { times.withLock { $0 } }

  /// Looks while something goes on: some hundred times a second.
  func whileLooking(_ work: () throws -> Void) throws {
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      defer { ended.signal() }
      guard let connection = try? Connection(port: port) else { return }
      while !isOver.load(ordering: .relaxed) {
        let start = ContinuousClock.now
        guard
          (try? connection.exchange(
            "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")) != nil
        else { return }
        times.withLock { $0.append((ContinuousClock.now - start) / .milliseconds(1)) }
        usleep(3_000)
      }
    }
    defer {
      isOver.store(true, ordering: .relaxed)
      ended.wait()
    }
    try work()
  }
}
