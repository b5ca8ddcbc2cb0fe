/// Runs work in a task of its own, and stops waiting for it at a deadline or
/// when the caller is cancelled.
///
/// Unlike a task group it returns even if the work does not heed its
/// cancellation.
///
/// - Returns: what the work returned; `nil` where it was given up.
@discardableResult
package func withDeadline<Value: Sendable>(
  _ timeout: Duration, _ work: @escaping @Sendable () async -> Value
) async -> Value? {
  let (values, continuation) = AsyncStream.makeStream(of: Value?.self)
  let working = Task {
    continuation.yield(await work())
  }
  let waiting = Task {
    try? await Task.sleep(for: timeout)
    continuation.yield(nil)
  }
  defer {
    working.cancel()
    waiting.cancel()
  }
  // `next` returns nil at once where the calling task is cancelled.
  for await value in values { return value }
  return nil
}
