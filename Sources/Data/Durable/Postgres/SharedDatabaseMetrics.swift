package import Metrics

/// The metrics of a database that several instances share.
package struct SharedDatabaseMetrics: Sendable {
  /// The duration of transactions that write.
  package let writes = Histogram()
  /// The duration of queries that read tables.
  package let reads = Histogram()
  /// The duration of queries that read changes of logs.
  package let changeReads = Histogram()
  /// The number of times that a write was tried again.
  package let writeRetries = Counter()
  /// The number of writes that could not be stored, for reasons other than their content.
  package let refusedWrites = Counter()
}
