import Foundation

/// Runs the body concurrently on new threads, and returns when all of them have
/// ended.
func onThreads(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
  let running = DispatchGroup()
  let start = DispatchSemaphore(value: 0)
  for number in 0..<count {
    running.enter()
    Thread {
      start.wait()
      body(number)
      running.leave()
    }.start()
  }
  for _ in 0..<count { start.signal() }
  running.wait()
}
