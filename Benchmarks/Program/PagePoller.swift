import Foundation
import Synchronization

/// A thread that requests a page repeatedly and measures the response times.
final class PagePoller: Sendable {
  private let port: Int
  private let target: String
  private let isOver = Atomic<Bool>(false)
  private let times = Mutex<[Double]>([])

  init(port: Int, target: String) {
    self.port = port
    self.target = target
  }

  /// The response times.
  var milliseconds: [Double] { times.withLock { $0 } }

  /// Requests the page about a hundred times per second while a closure runs.
  func poll(during work: () throws -> Void) throws {
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
