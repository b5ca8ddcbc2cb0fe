import Foundation
import HashTreeCollections
import ImmutableUI
import Look

/// The changes that an imported file asks for, or its problems.
struct ImportPlan<Entity: Record>: Sendable {
  /// The number of problems that are shown.
  static var shownProblems: Int { 100 }
  /// The number of changes that are shown to choose from.
  static var shownChoices: Int { 200 }

  /// A row without an id that has the name of a stored record, and other values.
  struct Choice: Sendable {
    let line: Int
    let edit: RecordEdit<Entity>
  }

  /// The changes: additions, changes of rows with ids, and the chosen ones.
  private(set) var edits: [RecordEdit<Entity>] = []
  /// The changes of records with known names, to choose from.
  private(set) var choices: [Choice] = []
  private(set) var additions = 0
  /// The number of records that are as the file says.
  private(set) var unchanged = 0
  /// The first problems.
  private(set) var problems: [ImportDialog.Problem] = []
  private(set) var problemCount = 0
  /// The lines of rows that are left out.
  private(set) var wrongLines: Set<Int> = []
  /// The columns that are ignored, with the reasons.
  private(set) var ignored: [String] = []
  /// The reason why the reducer would refuse the changes, as a sentence; `nil` if it would not.
  private(set) var refusal: String?

  var updates: Int { edits.count - additions }

  /// Compares a file with the records.
  ///
  /// - Parameters:
  ///   - text: the content of the file.
  ///   - state: the records.
  ///   - visitor: the visitor who imports it.
  ///   - context: the time and the records of other guides.
  ///   - isChosen: returns true if a row changes the record with its name.
  ///   - makeID: returns the id of the record that a line adds.
  init(
    reading text: String, into state: RecordsState<Entity>, by visitor: Visitor?,
    in context: RecordsContext, choosing isChosen: (_ line: Int) -> Bool,
    makeID: (_ line: Int) -> String
  ) throws(ImportReader.Unreadable) {
    var reader = try ImportReader(text)
    var columns = Columns()
    let needed = Self.needed(in: context)
    var known: [String: Int] = [:]
    var lines: [Int] = []
    let names = Dictionary(grouping: state.records, by: { $1.title.folded })
      .mapValues { $0.map { Entry(id: $0.key, record: $0.value) } }
    while let row = try reader.next() {
      assign(reader.columns, to: &columns)
      let given = (row.values.first { $0.column == columns.id }?.text ?? "")
        .trimmingCharacters(in: .whitespaces)
      var id = given.isEmpty ? makeID(row.line) : given
      var named: [Entry<Entity>] = []
      if given.isEmpty, state.records[id] == nil,
        let title = title(of: row, columns, isSpreadsheet: reader.isSpreadsheet)
      {
        named = names[title.folded] ?? []
        id = named.first?.id ?? id
      }
      if let line = known.updateValue(row.line, forKey: id) {
        if named.isEmpty {
          add(row.line, Entity.idColumn, given, "Line \(line) has the same id.")
        } else {
          add(row.line, Entity.fields.first?.label ?? "", "", "Line \(line) has the same name.")
        }
        continue
      }
      let stored = state.records[id]
      guard stored != nil || FormPurpose.isGenerated(id) else {
        add(row.line, Entity.idColumn, given, "An id has 1 to 64 letters, digits and hyphens.")
        continue
      }
      let before = problemCount
      let record = record(
        of: row, columns, needed, stored, isSpreadsheet: reader.isSpreadsheet, visitor, context)
      guard problemCount == before else { continue }
      guard Entity.may(stored == nil ? .add : .update, stored ?? record, visitor) else {
        add(row.line, "", "", "This change is not yours to make.")
        continue
      }
      let edit = RecordEdit(id: id, old: stored, new: record)
      if stored == record || named.dropFirst().contains(where: { $0.record.isStored(as: record) }) {
        unchanged += 1
      } else if !named.isEmpty, !isChosen(row.line) {
        choices.append(Choice(line: row.line, edit: edit))
      } else {
        edits.append(edit)
        lines.append(row.line)
      }
    }
    guard columns.fields.contains(where: { $0 != nil }) else {
      (edits, choices, unchanged, problems, problemCount) = ([], [], 0, [], 0)
      wrongLines = []
      let labels = Entity.fields.editable.map(\.label).joined(separator: ", ")
      add(1, "", "", "No column is known. Name some of: \(labels).")
      return
    }
    var wrong: Set<Int> = []
    for (position, errors) in state.problems(of: edits, limit: .max) {
      wrong.insert(position)
      for error in errors.errors {
        let field = Entity.fields[error.field]
        let value = edits[position].new.flatMap { field?.text(of: $0) } ?? ""
        add(lines[position], field?.label ?? error.field, value, error.message)
      }
    }
    edits = edits.indices.filter { !wrong.contains($0) }.map { edits[$0] }
    wrongLines.formUnion(wrong.map { lines[$0] })
    additions = edits.count { $0.old == nil }
  }

  /// Returns the title of a row.
  private func title(
    of row: ImportReader.Row, _ columns: Columns, isSpreadsheet: Bool
  ) -> String? {
    guard let field = Entity.fields.first else { return nil }
    let text = row.values.first { columns.fields[$0.column]?.name == field.name }?.text
    return isSpreadsheet ? text.map(field.imported) : text
  }

  /// Finds out whether the reducer would refuse the changes, unless they have problems.
  ///
  /// - Parameter rehearse: runs the reducer as for the changes, without making them.
  mutating func check(by rehearse: ([RecordEdit<Entity>]) throws -> Void) {
    guard !edits.isEmpty else { return }
    do {
      try rehearse(edits)
    } catch RecordsError.stale {
      // Others have changed the records since the state was read.
    } catch let errors as FieldErrors<String> {
      refusal = errors.sentences
    } catch {
      refusal =
        (error as? any LocalizedError)?.errorDescription ?? "This change is not possible."
    }
  }

  /// The columns of a file.
  private struct Columns {
    /// The position of the ids.
    var id: Int?
    /// The fields by position; `nil` for a column that is ignored.
    var fields: [RecordField<Entity>?] = []
  }

  private mutating func add(
    _ line: Int, _ column: String, _ value: String, _ reason: String
  ) {
    problemCount += 1
    wrongLines.insert(line)
    guard problems.count < Self.shownProblems else { return }
    problems.append(
      ImportDialog.Problem(
        line: grouped(line), column: String(column.prefix(100)), value: String(value.prefix(60)),
        reason: String(reason.prefix(300))))
  }

  /// Finds the fields of further columns by label or name, whatever the case of letters.
  private mutating func assign(_ names: [String], to columns: inout Columns) {
    for name in names.dropFirst(columns.fields.count) {
      let key = name.trimmingCharacters(in: .whitespaces).lowercased()
      if key == Entity.idColumn || key == "id" && Entity.fields[key] == nil && columns.id == nil {
        columns.id = columns.fields.count
        columns.fields.append(nil)
        continue
      }
      var field =
        Entity.fields.first { $0.label.lowercased() == key && !$0.isReadOnly }
        ?? Entity.fields.first { $0.name.lowercased() == key || $0.label.lowercased() == key }
      let quoted = "“\(name.prefix(60))”"
      if let known = field, known.isReadOnly {
        ignored.append("\(quoted) is \(known.isComputed ? "computed" : "set by the program")")
        field = nil
      } else if let known = field, columns.fields.contains(where: { $0?.name == known.name }) {
        ignored.append("\(quoted) appears twice")
        field = nil
      } else if field == nil, !name.isEmpty {
        ignored.append("\(quoted) is not known")
      }
      columns.fields.append(field)
    }
  }

  /// Returns the fields that a row with a new record has to have: those whose values in a blank
  /// record are not valid.
  private static func needed(
    in context: RecordsContext
  ) -> [(field: String, message: String)] {
    Entity.fields.editable.compactMap { field in
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
    of row: ImportReader.Row, _ columns: Columns, _ needed: [(field: String, message: String)],
    _ stored: Entity?, isSpreadsheet: Bool, _ visitor: Visitor?, _ context: RecordsContext
  ) -> Entity {
    var record = stored ?? Entity()
    for (column, text) in row.values {
      guard let field = columns.fields[column] else { continue }
      do throws(InvalidField) {
        try field.parse(isSpreadsheet ? field.imported(text) : text, into: &record, in: context)
      } catch {
        add(row.line, field.label, text, error.message)
      }
    }
    if stored == nil {
      record = record.owned(by: visitor)
      // A new record has values of a blank one in columns that the row does not have.
      for (name, message) in needed
      where !row.values.contains(where: { columns.fields[$0.column]?.name == name }) {
        add(row.line, Entity.fields[name]?.label ?? name, "", message)
      }
    }
    return record
  }
}

extension String {
  /// The text by which names are compared.
  fileprivate var folded: String {
    trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
  }
}
