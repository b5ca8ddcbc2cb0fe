/// All that can happen to records: what people did, and what came of it.
public enum RecordsAction<Entity: Record>: Codable, Hashable, Sendable {
  case ui(UI)
  case data(Data)

  /// Actions of visitors.
  public enum UI: Codable, Hashable, Sendable {
    case onAppear
    /// Asks for the records again after a failure.
    case onTapTryAgainButton
    /// The id is made with the form.
    case onTapAddButton(id: String, record: Entity)
    case onTapUpdateButton(id: String, record: Entity)
    case onTapDeleteButton(id: String)
  }

  /// The outcome of it.
  public enum Data: Codable, Hashable, Sendable {
    case didLoad(Result<[Entry<Entity>]>)
    /// A record was added or updated.
    case didSave(id: String, Result<Entity>)
    case didDelete(id: String, Result<Entity?>)
  }

  /// The end of an operation.
  public enum Result<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    case success(Value)
    /// The error is one sentence for people.
    case failure(error: String)
  }
}
