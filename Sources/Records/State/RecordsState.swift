public import HashTreeCollections
public import ImmutableData

/// The state of a guide of records.
public struct RecordsState<Entity: Record>: Hashable, Sendable {
  /// The records by id.
  public var records: TreeDictionary<String, Entity>
  /// The progress of loading them.
  public var status: Status?
  /// The progress of the last operation on each record, by id.
  public var queue: TreeDictionary<String, Status>
  /// The records that were deleted last, the newest first, for the notice of a
  /// deletion.
  var recentlyDeleted: [Entry<Entity>] = []

  /// Creates a state; by default nothing was requested yet.
  public init(
    records: TreeDictionary<String, Entity> = [:], status: Status? = nil,
    queue: TreeDictionary<String, Status> = [:]
  ) {
    self.records = records
    self.status = status
    self.queue = queue
  }

  /// The maximum number of operations in the queue, unless more are in progress.
  static var maxQueueLength: Int { 1024 }

  /// The maximum number of deleted records that are remembered.
  static var maxRecentlyDeleted: Int { 16 }
}

extension RecordsState {
  /// True if there is content to show, or a failure.
  var isReady: Bool { status != nil && !(status == .waiting && records.isEmpty) }

  /// The reason why records cannot be changed; `nil` if they can.
  var loadError: String? {
    switch status {
    case .failure(let error) where records.isEmpty: error
    case nil, .waiting:
      records.isEmpty ? "The \(Entity.names.many) are still being loaded." : nil
    default: nil
    }
  }
}
