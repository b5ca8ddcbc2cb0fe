/// Runs an operation, and reports its progress: if a report takes longer than the next step,
/// only the latest one, and none after the end.
///
/// - Parameters:
///   - report: reports a progress.
///   - operation: calls a closure with its progress.
/// - Throws: the error of the operation. Those of reports are ignored.
package func reportingProgress<Progress: Sendable, Value: Sendable>(
  _ report: @escaping @Sendable (Progress) async throws -> Void,
  of operation: (_ progress: @escaping @Sendable (Progress) -> Void) async throws -> Value
) async throws -> Value {
  let (stream, continuation) = AsyncStream.makeStream(
    of: Progress.self, bufferingPolicy: .bufferingNewest(1))
  let reports = Task {
    for await progress in stream { try? await report(progress) }
  }
  let result: Result<Value, any Error>
  do {
    result = .success(try await operation { continuation.yield($0) })
  } catch {
    result = .failure(error)
  }
  continuation.finish()
  await reports.value
  return try result.get()
}
