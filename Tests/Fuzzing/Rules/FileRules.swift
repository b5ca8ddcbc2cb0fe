import ImmutableUI

@testable import Records

/// Invariants of imported files, and of the forms that contain them.
enum FileRules {
  private typealias Sample = FieldRules.Sample

  // MARK: Tables

  static func check(_ bytes: [UInt8]) throws(Violation) {
    // The form is refused if the file is not valid text.
    let text = String(decoding: bytes, as: UTF8.self)
    try checkRows(text)
    let plan: ImportPlan<Sample>
    do throws(ImportReader.Unreadable) {
      plan = try Self.plan(text)
    } catch {
      return try require(!error.message.isEmpty, "a file that is refused has a reason")
    }
    try require(
      plan.problems.count <= min(plan.problemCount, 100), "the number of listed problems is limited"
    )
    try require(
      plan.edits.count <= ImportReader.rowLimit && plan.ignored.count <= ImportReader.columnLimit,
      "the numbers of rows and columns are limited")
    guard let first = plan.edits.first?.new else { return }
    try checkExport(first)
  }

  private static func plan(_ text: String) throws(ImportReader.Unreadable) -> ImportPlan<Sample> {
    try ImportPlan(
      reading: text, into: RecordsState(), by: nil, in: RecordsContext(),
      choosing: { $0.isMultiple(of: 2) }, makeID: { "new-\($0)" })
  }

  /// Checks that rows are read one by one, in their order, and that none is wider than what was
  /// read of the file.
  private static func checkRows(_ text: String) throws(Violation) {
    guard var reader = try? ImportReader(text) else { return }
    var line = 0
    var size = 0
    while let row = try? reader.next() {
      try require(row.line > line, "rows are in order")
      line = row.line
      let columns = reader.columns.count
      try require(
        row.values.count <= columns && columns <= ImportReader.columnLimit
          && row.values.allSatisfy { (0..<columns).contains($0.column) },
        "a row has values of known columns alone")
      size += row.values.reduce(0) { $0 + $1.text.utf8.count }
      // Numbers of JSON may be printed with more digits.
      try require(size <= 4 * text.utf8.count, "the values are in the file")
    }
  }

  /// Checks that an imported record is exported, and imported as an equal one.
  private static func checkExport(_ record: Sample) throws(Violation) {
    var bytes = CSV.byteOrderMark
    CSV.append(Sample.exportColumns.map(CSV.neutralised), to: &bytes)
    CSV.append(Sample.fields.map { $0.exported(record, in: RecordsContext()) }, to: &bytes)
    guard let again = try? plan(String(decoding: bytes, as: UTF8.self)) else {
      throw Violation("an export can be read")
    }
    try require(
      again.problemCount == 0 && again.edits.first?.new == record,
      "an exported record is imported as an equal one: \(record)")
  }

  // MARK: Forms with files

  static func checkMultipart(_ bytes: [UInt8]) throws(Violation) {
    guard let values = try? NamedValues(parsingMultipart: bytes, boundary: "b", limit: 20) else {
      return
    }
    let pairs = values.pairs
    let size = pairs.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    try require(pairs.count <= 20 && size <= bytes.count, "the parts are in the form")
    let head = "Content-Disposition: form-data; name="
    let text =
      pairs.map { "--b\r\n\(head)\"\($0.name)\"\r\n\r\n\($0.value)\r\n" }.joined() + "--b--"
    guard !pairs.isEmpty, pairs.allSatisfy({ !$0.name.utf8.contains(UInt8(ascii: "\r")) }),
      pairs.allSatisfy({ !$0.name.utf8.contains(UInt8(ascii: "\n")) })
    else { return }
    guard
      let again = try? NamedValues(parsingMultipart: Array(text.utf8), boundary: "b", limit: 20)
    else { throw Violation("a form that is sent again is accepted") }
    try require(
      again.pairs.elementsEqual(pairs) { isSame($0.name, $1.name) && isSame($0.value, $1.value) },
      "a form that is sent again is equal")
  }
}
