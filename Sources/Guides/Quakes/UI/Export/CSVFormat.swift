import Foundation
import Markup
import QuakesData

/// A table with the columns of the USGS exports, the time since which an event
/// has been missing from the feed, and the time since which no event is missing
/// from the table.
///
/// https://www.rfc-editor.org/rfc/rfc4180
struct CSVFormat: ExportFormat {
  /// True if the file starts with the byte order mark of UTF-8.
  var hasByteOrderMark = false
  /// The start of the time since which no event is missing; `nil` if there is none.
  var knownSince: Date?
  /// The label of a sample, which is a column of its own; `nil` for real data.
  var sample: String?

  private static let columns: [FeedField] = [
    .time, .latitude, .longitude, .depth, .mag, .magType, .id, .ids, .net, .updated, .place, .type,
    .status, .alert, .tsunami, .felt, .cdi, .mmi, .sig, .url, .missingSince,
  ]

  var header: String {
    (hasByteOrderMark ? "\u{FEFF}" : "") + Self.columns.map(\.rawValue).joined(separator: ",")
      + ",knownSince\(sample == nil ? "" : ",sample")\r\n"
  }
  let separator = ""
  let footer = ""

  func append(_ quake: Quake, to writer: inout ByteWriter) {
    for column in Self.columns {
      append(column.value(of: quake), to: &writer)
      writer.append(literal: ",")
    }
    append(.date(knownSince), to: &writer)
    if let sample {
      writer.append(literal: ",")
      append(.text(sample), to: &writer)
    }
    writer.append(literal: "\r\n")
  }

  private func append(_ value: FeedField.Value, to writer: inout ByteWriter) {
    guard let text = value.text else { return }
    switch value {
    case .text, .list: append(cell: text, to: &writer)
    case .number, .integer, .date: writer.append(unescaped: text)
    }
  }

  /// Appends a cell. Most texts of the feed need no look at each character.
  private func append(cell text: String, to writer: inout ByteWriter) {
    let first = text.utf8.first { $0 != UInt8(ascii: " ") }
    guard isPlain(text),
      first.map({ !"=+-@".utf8.contains($0) }) ?? true
    else { return writer.append(unescaped: cell(text)) }
    let isQuoted = text.utf8.contains(UInt8(ascii: ","))
    if isQuoted { writer.append(literal: "\"") }
    writer.append(unescaped: text)
    if isQuoted { writer.append(literal: "\"") }
  }

  /// Returns a cell, quoted if necessary, with an apostrophe before any text
  /// that a spreadsheet would evaluate as a formula.
  ///
  /// https://owasp.org/www-community/attacks/CSV_Injection
  private func cell(_ text: String) -> String {
    let text = escapingFormulas(text)
    guard text.unicodeScalars.contains(where: { "\",;\t\r\n".unicodeScalars.contains($0) }) else {
      return text
    }
    // A quote with a combining mark is one `Character`, but a quote for programs.
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// Returns the text with an apostrophe before each formula.
  ///
  /// A formula starts with an operator at the beginning of a cell. Programs
  /// skip whitespace and invisible characters before it. Some split cells at
  /// semicolons, tabs and line breaks, even within quotes, so each part of the
  /// text may become a cell.
  private func escapingFormulas(_ text: String) -> String {
    var result: [Unicode.Scalar] = []
    // The start of the cell: the beginning of the text with its whitespace, or
    // the position after a separator.
    var start = 0
    var isAtStart = true
    for scalar in text.unicodeScalars {
      if ";\t\r\n".unicodeScalars.contains(scalar) {
        if start > 0 || !isAtStart || scalar == ";" { start = result.count + 1 }
        isAtStart = true
      } else if isAtStart, !scalar.isSkipped {
        if Self.operators.contains(scalar) { result.insert("'", at: start) }
        isAtStart = false
      }
      result.append(scalar)
    }
    // A cell must not begin with a separator.
    if let first = result.first, ";\t\r\n".unicodeScalars.contains(first) {
      result.insert("'", at: 0)
    }
    return String(String.UnicodeScalarView(result))
  }

  /// The characters that start a formula, in their ASCII, small and full-width
  /// forms.
  private static let operators = Set("=+-@﹦﹢﹣﹫＝＋－＠".unicodeScalars)
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether programs may skip the scalar at the
  /// beginning of a cell: whitespace, a quote, or an invisible character.
  fileprivate var isSkipped: Bool {
    if self == "\"" || properties.isWhitespace || properties.isDefaultIgnorableCodePoint {
      return true
    }
    return switch properties.generalCategory {
    case .control, .format: true
    default: false
    }
  }
}
