import ImmutableUI
import Markup

/// Invariants of request targets.
enum TargetRules {
  static func check(_ bytes: [UInt8]) throws(Violation) {
    try check(String(decoding: bytes, as: UTF8.self))
  }

  static func check(_ raw: String) throws(Violation) {
    let target: Target
    do throws(MalformedRequest) {
      target = try Target(parsing: raw)
    } catch {
      return try requireReasons(error)
    }
    for segment in target.path {
      try require(
        !segment.utf8.contains { $0 == 0x2F || $0 == 0x5C || $0 == 0 },
        "a segment contains no slash, backslash or NUL: \(segment.debugDescription)")
      try require(segment != "." && segment != "..", "no segment is a relative path")
    }
    try checkPrinting(target.path)
    try RouteRules.check(target)
  }

  /// Checks that printed segments parse back, except for empty ones, which are
  /// omitted.
  private static func checkPrinting(_ path: [String]) throws(Violation) {
    let text = Href(path: path).text
    guard let back = try? Target(parsing: text).path else {
      throw Violation("a printed path is accepted: \(text)")
    }
    try require(
      back.elementsEqual(path.filter { !$0.isEmpty }, by: isSame),
      "a printed path parses back: \(text)")
  }
}
