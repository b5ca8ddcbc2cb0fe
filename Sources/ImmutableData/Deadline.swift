/// Runs an operation in its own task, and stops waiting for it after a timeout
/// or when the caller is cancelled.
///
/// Unlike a task group, it returns even if the operation ignores its
/// cancellation.
///
/// - Returns: The result of the operation; `nil` if it did not complete in
///   time.
@discardableResult
package func withDeadline<Value: Sendable>(
  _ timeout: Duration, _ body: @escaping @Sendable () async -> Value
) async -> Value? {
  let (values, continuation) = AsyncStream.makeStream(of: Value?.self)
  let operation = Task {
    continuation.yield(await body())
  }
  let sleep = Task {
    try? await Task.sleep(for: timeout)
    continuation.yield(nil)
  }
  defer {
    operation.cancel()
    sleep.cancel()
  }
  // `next` returns nil immediately if the calling task is cancelled.
  for await value in values { return value }
  return nil
}
