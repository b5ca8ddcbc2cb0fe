import HashTreeCollections
import ImmutableUI
import Look

/// The changes that an imported file asks for, or its problems.
struct ImportPlan<Entity: Record>: Sendable {
  /// A wrong value.
  struct Problem: Hashable, Sendable {
    let line: Int
    /// The name of the column; empty for the whole row.
    let column: String
    let reason: String
  }

  /// The number of problems that are shown.
  static var shownProblems: Int { 100 }

  private(set) var edits: [RecordEdit<Entity>] = []
  private(set) var additions = 0
  /// The number of records that are as the file says.
  private(set) var unchanged = 0
  /// The first problems.
  private(set) var problems: [Problem] = []
  private(set) var problemCount = 0
  /// The columns that are ignored, with the reasons.
  private(set) var ignored: [String] = []

  var updates: Int { edits.count - additions }

  /// Compares a file with the records.
  ///
  /// - Parameters:
  ///   - table: the rows of the file.
  ///   - state: the records.
  ///   - visitor: the visitor who imports it.
  ///   - context: the time and the records of other guides.
  ///   - makeID: generates the id of a new record.
  init(
    _ table: ImportTable, into state: RecordsState<Entity>, by visitor: Visitor?,
    in context: RecordsContext, makeID: () -> String
  ) {
    let columns = assign(table.columns)
    if columns.fields.isEmpty { return }
    let missing = Self.missing(in: columns.fields, context)
    var known: [String: Int] = [:]
    var lines: [Int] = []
    for row in table.rows {
      let id = columns.id.flatMap { row.texts.count > $0 ? row.texts[$0] : nil } ?? ""
      if !id.isEmpty, let line = known.updateValue(row.line, forKey: id) {
        add(row.line, Entity.idColumn, "Line \(line) has the same id.")
        continue
      }
      let stored = id.isEmpty ? nil : state.records[id]
      guard stored != nil || id.isEmpty || FormPurpose.isGenerated(id) else {
        add(row.line, Entity.idColumn, "An id has 1 to 64 letters, digits and hyphens.")
        continue
      }
      let before = problemCount
      let record = record(
        of: row, columns.fields, missing, stored, isSpreadsheet: table.isSpreadsheet, visitor,
        context)
      guard problemCount == before else { continue }
      guard Entity.may(stored == nil ? .add : .update, stored ?? record, visitor) else {
        add(row.line, "", "This change is not yours to make.")
        continue
      }
      if stored == record {
        unchanged += 1
      } else {
        if stored == nil { additions += 1 }
        edits.append(RecordEdit(id: id.isEmpty ? makeID() : id, old: stored, new: record))
        lines.append(row.line)
      }
    }
    for (position, errors) in state.problems(of: edits, limit: .max) {
      for error in errors.errors {
        add(lines[position], Entity.fields[error.field]?.label ?? error.field, error.message)
      }
    }
  }

  private mutating func add(_ line: Int, _ column: String, _ reason: String) {
    problemCount += 1
    if problems.count < Self.shownProblems {
      problems.append(Problem(line: line, column: column, reason: reason))
    }
  }

  /// Finds the fields of columns by label or name, whatever the case of letters.
  private mutating func assign(
    _ columns: [String]
  ) -> (id: Int?, fields: [(index: Int, field: RecordField<Entity>)]) {
    var id: Int?
    var fields: [(index: Int, field: RecordField<Entity>)] = []
    for (index, column) in columns.enumerated() {
      let key = column.lowercased()
      if key == Entity.idColumn || key == "id" && Entity.fields[key] == nil && id == nil {
        id = index
        continue
      }
      let field =
        Entity.fields.first { $0.label.lowercased() == key && !$0.isReadOnly }
        ?? Entity.fields.first { $0.name.lowercased() == key || $0.label.lowercased() == key }
      let quoted = "“\(column.prefix(60))”"
      if let field, field.isReadOnly {
        ignored.append(
          "\(quoted) is \(field.isComputed ? "computed" : "set by the program")")
      } else if let field, fields.contains(where: { $0.field.name == field.name }) {
        ignored.append("\(quoted) appears twice")
      } else if let field {
        fields.append((index, field))
      } else if !column.isEmpty {
        ignored.append("\(quoted) is not known")
      }
    }
    if fields.isEmpty {
      add(
        1, "",
        "No column is known. Name some of: "
          + Entity.fields.editable.map(\.label).joined(separator: ", ") + ".")
    }
    return (id, fields)
  }

  /// Returns the fields that new records need, and that the file does not have: those whose
  /// values in a blank record are not valid.
  private static func missing(
    in columns: [(index: Int, field: RecordField<Entity>)], _ context: RecordsContext
  ) -> [(field: String, message: String)] {
    let given = Set(columns.map(\.field.name))
    return Entity.fields.editable.compactMap { field in
      guard !given.contains(field.name) else { return nil }
      var blank = Entity()
      do throws(InvalidField) {
        try field.parse(field.text(of: blank), into: &blank, in: context)
        return nil
      } catch {
        return (field.name, error.message)
      }
    }
  }

  /// Reads a row into a record, and adds its problems.
  private mutating func record(
    of row: ImportTable.Row, _ columns: [(index: Int, field: RecordField<Entity>)],
    _ missing: [(field: String, message: String)], _ stored: Entity?, isSpreadsheet: Bool,
    _ visitor: Visitor?, _ context: RecordsContext
  ) -> Entity {
    var record = stored ?? Entity()
    var errors = FieldErrors<String>()
    for (index, field) in columns {
      guard index < row.texts.count, let text = row.texts[index] else { continue }
      do throws(InvalidField) {
        try field.parse(isSpreadsheet ? field.imported(text) : text, into: &record, in: context)
      } catch {
        errors.add(error.message, to: field.name)
      }
    }
    if stored == nil { record = record.owned(by: visitor) }
    // A new record has values of a blank one in columns that the file does not have.
    if stored == nil {
      for (field, message) in missing { errors.add(message, to: field) }
    }
    for error in errors.errors {
      add(row.line, Entity.fields[error.field]?.label ?? error.field, error.message)
    }
    return record
  }
}
