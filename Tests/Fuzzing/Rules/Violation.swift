import ImmutableUI

/// A rule that an input has broken.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Notes in words that a rule has to hold.
func require(_ holds: Bool, _ rule: @autoclosure () -> String) throws(Violation) {
  if !holds { throw Violation(rule()) }
}

/// Whether two texts are the same bytes. `==` takes for equal what Unicode
/// has two ways to write.
func isSame(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
  left.utf8.elementsEqual(right.utf8)
}

/// What is refused has to say why, in words that can be shown.
func requireReasons(_ error: MalformedRequest) throws(Violation) {
  try require(!error.reasons.isEmpty, "what is refused says why")
  for reason in error.reasons {
    try require(!reason.isEmpty, "a reason is a sentence")
    try require(!reason.utf8.contains(0), "a reason holds no NUL")
  }
}
