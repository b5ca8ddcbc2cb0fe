import Foundation

/// Runs the body on real threads of its own at the same time, more than there
/// are processors, and returns when all are done.
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
