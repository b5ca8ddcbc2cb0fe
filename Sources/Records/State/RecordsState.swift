public import HashTreeCollections

/// The progress of something that was asked for. `nil` in its place means that
/// nobody asked yet.
public enum RecordStatus: Hashable, Sendable {
  case waiting
  case success
  /// The error is one sentence for people.
  case failure(error: String)
}

/// All that a guide of records knows.
public struct RecordsState<Entity: Record>: Hashable, Sendable {
  /// The records, by id.
  public var records: TreeDictionary<String, Entity>
  /// The progress of loading them.
  public var status: RecordStatus?
  /// The progress of the last operation on each record, by id.
  public var queue: TreeDictionary<String, RecordStatus>

  /// By default nothing was asked for yet.
  public init(
    records: TreeDictionary<String, Entity> = [:], status: RecordStatus? = nil,
    queue: TreeDictionary<String, RecordStatus> = [:]
  ) {
    self.records = records
    self.status = status
    self.queue = queue
  }

  /// The number of operations that are remembered, unless more are under way.
  static var longestQueue: Int { 1024 }
}

extension RecordsState {
  /// A Boolean value that indicates whether there is something to show.
  var isReady: Bool { status != nil && !(status == .waiting && records.isEmpty) }

  /// The reason why nothing can be changed; `nil` where it can.
  var loadError: String? {
    switch status {
    case .failure(let error) where records.isEmpty: error
    case nil, .waiting:
      records.isEmpty ? "The \(Entity.names.many) are still being loaded." : nil
    default: nil
    }
  }
}
