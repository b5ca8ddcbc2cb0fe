// Values of which a feature has many: one that is of another type or malformed
// costs itself, and not the feature.

extension JSONReader {
  /// Reads a number, or a text that consists of one; returns `nil` for any
  /// other value, which is skipped.
  mutating func lenientNumber() throws(JSONError) -> Double? {
    let start = self
    do throws(JSONError) {
      switch try kind() {
      case .number: return try scanNumber().value
      case .text: return try scanText().number
      default: try skipValue()
      }
    } catch {
      try skipMalformed(from: start, error)
    }
    return nil
  }

  /// Reads a text; returns `nil` for any other value, which is skipped.
  mutating func lenientText() throws(JSONError) -> JSONText? {
    let start = self
    do throws(JSONError) {
      if try kind() == .text { return try scanText() }
      try skipValue()
    } catch {
      try skipMalformed(from: start, error)
    }
    return nil
  }

  /// Skips a value, which may be malformed.
  mutating func skipLeniently() throws(JSONError) {
    let start = self
    do throws(JSONError) { try skipValue() } catch { try skipMalformed(from: start, error) }
  }

  /// Starts an object; returns `false` for any other value, which is skipped.
  mutating func beginObjectIfPresent() throws(JSONError) -> Bool {
    guard (try? kind()) == .object else {
      try skipLeniently()
      return false
    }
    try beginObject()
    return true
  }

  /// Starts an array; returns `false` for any other value, which is skipped.
  mutating func beginArrayIfPresent() throws(JSONError) -> Bool {
    guard (try? kind()) == .array else {
      try skipLeniently()
      return false
    }
    try beginArray()
    return true
  }

  /// Skips a malformed value, such as `NaN`, which some programs write for a
  /// missing number.
  private mutating func skipMalformed(
    from start: JSONReader, _ error: JSONError
  ) throws(JSONError) {
    self = start
    guard skipUnchecked() else { throw error }
  }
}

extension JSONText {
  /// The number that the text consists of, as in "4.5"; `nil` if it is another
  /// text.
  fileprivate var number: Double? {
    var reader = JSONReader(bytes)
    guard let kind = try? reader.kind(), kind == .number,
      let number = try? reader.scanNumber(), (try? reader.end()) != nil
    else { return nil }
    return number.value
  }
}
