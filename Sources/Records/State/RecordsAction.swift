/// The actions of a store of records: those of visitors and the outcomes of
/// operations.
public enum RecordsAction<Entity: Record>: Codable, Hashable, Sendable {
  case ui(UI)
  case data(Data)

  /// Actions of visitors.
  public enum UI: Codable, Hashable, Sendable {
    case onAppear
    /// Loads the records again after a failure.
    case onTapTryAgainButton
    /// The id is generated with the form.
    case onTapAddButton(id: String, record: Entity)
    case onTapUpdateButton(id: String, record: Entity)
    case onTapDeleteButton(id: String)
  }

  /// Outcomes of storage operations.
  public enum Data: Codable, Hashable, Sendable {
    case didLoad(Result<[Entry<Entity>]>)
    /// A record was added or updated.
    case didSave(id: String, Result<Entity>)
    case didDelete(id: String, Result<Entity?>)
    /// An operation on a record of a shared storage has ended. Its change, if
    /// there is one, was reported by `didChange`.
    case didEnd(id: String, Ending)
    /// The log of a shared storage contains changes, of any instance.
    case didChange([Change])
  }

  /// The end of an operation on a shared storage.
  public enum Ending: Codable, Hashable, Sendable {
    case success
    /// Another instance has changed the record: the visitor’s request has to be
    /// checked again.
    case stale
    /// A late copy of the form that added the record: it has been deleted since.
    case deleted
    /// The error is a message of one sentence.
    case failure(error: String)
  }

  /// A change in the log of a shared storage.
  public enum Change: Codable, Hashable, Sendable {
    /// A record was added or updated.
    case put(Entry<Entity>)
    /// The record with this id was deleted.
    case delete(id: String)
    /// All records were replaced.
    case everything([Entry<Entity>])
  }

  /// The result of an operation.
  public enum Result<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    case success(Value)
    /// The error is a message of one sentence.
    case failure(error: String)
  }
}
