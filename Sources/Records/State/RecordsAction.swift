public import HashTreeCollections

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
    case onTapAddButton(id: String, record: Entity, by: ChangeOrigin = ChangeOrigin())
    case onTapUpdateButton(id: String, record: Entity, by: ChangeOrigin = ChangeOrigin())
    case onTapDeleteButton(id: String, by: ChangeOrigin = ChangeOrigin())
    /// Changes several records: all, or none if one has changed by then.
    case onTapChangeButton(RecordsOperation<Entity>)
  }

  /// Outcomes of storage operations.
  public enum Data: Codable, Hashable, Sendable {
    /// All records were loaded, with the numbers of their last changes.
    case didLoad(TreeDictionary<String, Entity>, changes: TreeDictionary<String, Int> = [:])
    /// The log of the records contains changes, of any instance.
    case didChange([Change])
    /// The error is a message of one sentence.
    case didFailToLoad(error: String)
    /// An operation on a record, or on several, has ended. The log brings its changes.
    case didEnd(id: String, EditOutcome)
    /// The history of a record was read again, for pages that show it.
    case didReadHistory(id: String)
  }

  /// A change of the stored records. Its coding is the format of the log.
  public enum Change: Codable, Hashable, Sendable {
    /// The changes of an operation.
    case edited(RecordsOperation<Entity>)
    /// All records were replaced.
    case everything([Entry<Entity>])
  }
}
