import Durable
import HashTreeCollections
import ImmutableData
public import ImmutableUI
import Look

/// A format in which the records of a list are exported.
public enum RecordsFormat: String, CaseIterable, Hashable, Sendable {
  /// Comma-separated values, for spreadsheets.
  case csv
  /// A JSON object in each line, for programs.
  case jsonLines = "jsonl"

  package var label: String {
    switch self {
    case .csv: "Export as CSV"
    case .jsonLines: "Export as JSON lines"
    }
  }

  /// The last path component of the address of a file.
  package var pathComponent: String { "export.\(rawValue)" }

  fileprivate var contentType: String {
    switch self {
    case .csv: "text/csv; charset=utf-8"
    case .jsonLines: "application/jsonl"
    }
  }
}

extension Record {
  /// The name of the column with the ids, different from those of the fields.
  static var idColumn: String {
    let isTaken = fields.contains { $0.label.lowercased() == "id" }
    return isTaken ? "record id" : "id"
  }

  /// The names of the columns of exports: the labels, or the names of fields whose labels are
  /// not unique.
  static var exportColumns: [String] {
    let labels = Dictionary(grouping: fields) { $0.label.lowercased() }
    return fields.map { labels[$0.label.lowercased()]?.count == 1 ? $0.label : $0.name }
  }
}

extension RecordsRoot {
  /// Returns a file with the records of a list, in its order. The parts are made while they
  /// are sent, from the state at the beginning.
  public func content(of download: Route.Download) async throws -> DownloadContent {
    let location = download.location
    if !isReady(at: location) { try await prepare(at: location) }
    return download.format.content(
      of: Entity.self, in: context()
    ) {
      let context = context()
      let all = selectors.read()(.recordsList())
      let list = lists.list(all, at: location, in: context)
      return (list.count, { range in list[range].map(\.entry) })
    }
  }
}

extension RecordsFormat {
  /// Returns a file with records, whose parts are made while they are sent.
  ///
  /// - Parameters:
  ///   - type: the type of the records.
  ///   - context: the time and the records of other guides.
  ///   - list: returns the number of records, and those in a range.
  package func content<Entity: Record>(
    of type: Entity.Type, in context: RecordsContext,
    list:
      @escaping @Sendable () -> (
        count: Int, entries: @Sendable (Range<Int>) -> [Entry<Entity>]
      )
  ) -> DownloadContent {
    DownloadContent(
      contentType: contentType, fileName: "\(Entity.names.path).\(rawValue)", isEmbeddable: false
    ) { _ in
      let (count, entries) = list()
      return DownloadContent.Parts(
        ExportParts(count: count) { range in
          bytes(of: entries(range), isFirst: range.lowerBound == 0, in: context)
        })
    }
  }
}

/// The parts of an export.
private struct ExportParts: Sequence, Sendable {
  /// The number of records in a part.
  static let length = 500

  let count: Int
  let make: @Sendable (Range<Int>) -> [UInt8]

  func makeIterator() -> AnyIterator<[UInt8]> {
    // Without records there is a part, too, which has the names of the columns.
    let starts = stride(from: 0, to: Swift.max(count, 1), by: Self.length)
    return AnyIterator(
      starts.lazy.map { make($0..<Swift.min($0 + Self.length, count)) }.makeIterator())
  }
}

extension RecordsFormat {
  /// Returns a part of a file.
  ///
  /// - Parameter isFirst: true for the first part, which has the names of the columns.
  fileprivate func bytes<Entity>(
    of entries: [Entry<Entity>], isFirst: Bool, in context: RecordsContext
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .csv:
      if isFirst {
        bytes = CSV.byteOrderMark
        CSV.append([Entity.idColumn] + Entity.exportColumns.map(CSV.neutralised), to: &bytes)
      }
      for entry in entries {
        let fields = Entity.fields.map { $0.exported(entry.record, in: context) }
        CSV.append([CSV.neutralised(entry.id)] + fields, to: &bytes)
      }
    case .jsonLines:
      for entry in entries {
        var json = JSONWriter()
        json.append("{")
        json.append("id", .text(entry.id))
        for field in Entity.fields {
          json.append(field.name, field.json(entry.record, at: context.now))
        }
        json.append("}\n")
        bytes += json.bytes
      }
    }
    return bytes
  }
}

extension RecordField {
  /// Returns the value of the field for a spreadsheet, which `imported(_:)` reads again.
  func exported(_ record: Entity, in context: RecordsContext) -> String {
    let text = text(of: record, at: context.now)
    if reference != nil, !text.isEmpty,
      let title = unique(shown(record, in: context), of: text, context)
    {
      return CSV.neutralised(title)
    }
    // Negative numbers are no formulas.
    return emptyColumn == .text("") ? CSV.neutralised(text) : text
  }

  /// Returns a value from a spreadsheet as the text of an input.
  func imported(_ text: String) -> String {
    emptyColumn == .text("") ? CSV.original(text) : text
  }

  /// Returns the title of a referred record if it leads to it; otherwise `nil`.
  private func unique(_ title: String, of id: String, _ context: RecordsContext) -> String? {
    var record = Entity()
    guard (try? parse(title, into: &record, in: context)) != nil else { return nil }
    return text(of: record) == id ? title : nil
  }

  /// Returns the value of the field for a program.
  fileprivate func json(_ record: Entity, at now: Now) -> Durable.ColumnValue {
    let text = text(of: record, at: now)
    if kind is FlagKind { return text.isEmpty ? .null : .flag(text == "yes") }
    if kind is WholeKind || kind is DecimalKind {
      if text.isEmpty { return .null }
      return Int(text).map { .integer($0) } ?? Double(text).map { .real($0) } ?? .text(text)
    }
    return text.isEmpty && isOptional ? .null : .text(text)
  }
}
