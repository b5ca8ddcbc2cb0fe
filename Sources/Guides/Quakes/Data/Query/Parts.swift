import Dispatch
import Foundation
import Synchronization

/// Divides a range into parts, and computes the result of each on a processor of
/// its own. Returns the results in order.
///
/// - Parameter least: the smallest part that is worth a processor.
func inParts<Result: Sendable>(
  of range: Range<Int>, atLeast least: Int, _ body: @Sendable (Range<Int>) -> Result
) -> [Result] {
  let count = min(processorCount, range.count / least)
  guard count > 1 else { return [body(range)] }
  let results = Mutex([Result?](repeating: nil, count: count))
  DispatchQueue.concurrentPerform(iterations: count) { part in
    let first = range.lowerBound + range.count * part / count
    let last = range.lowerBound + range.count * (part + 1) / count
    let result = body(first..<last)
    results.withLock { $0[part] = result }
  }
  return results.withLock { $0.compactMap { $0 } }
}

/// The number of processors at the start. Determining it reads files.
private let processorCount = ProcessInfo.processInfo.activeProcessorCount
