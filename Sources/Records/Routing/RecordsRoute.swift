/// The routes of a guide of records.
public typealias RecordsRoute<Entity: Record> = ListRoute<RecordsLocation<Entity>, RecordsEvent>

/// The forms of a guide of records, by the path to which they are posted.
public enum RecordsEvent: String, CaseIterable, Hashable, Sendable {
  case add = "editor/add"
  case update = "editor/update"
  case delete = "record/delete"
  /// Restores a version, or undoes a change.
  case restore = "record/restore"
  /// Asks which of several records to delete, and deletes them.
  case deleteSeveral = "several/delete"
  /// Asks for a value, and gives it to several records.
  case changeSeveral = "several/change"
  /// Checks a file, and imports it.
  case importFile = "import"
  case retry = "list/retry"
}
