import ImmutableUI
import Markup

/// Targets of requests.
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
        "a segment holds no slash, no backslash and no NUL: \(segment.debugDescription)")
      try require(segment != "." && segment != "..", "no segment leads to another folder")
    }
    try checkPrinting(target.path)
    try RouteRules.check(target)
  }

  /// Segments that are printed parse back, but for empty ones, which are left
  /// out.
  private static func checkPrinting(_ path: [String]) throws(Violation) {
    let text = Href(path: path).text
    guard let back = try? Target(parsing: text).path else {
      throw Violation("a path that is printed is not refused: \(text)")
    }
    try require(
      back.elementsEqual(path.filter { !$0.isEmpty }, by: isSame),
      "a path that is printed parses back: \(text)")
  }
}
