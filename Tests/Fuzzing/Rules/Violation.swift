import ImmutableUI

/// A violated invariant.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Checks an invariant.
///
/// - Throws: `Violation` if the condition is false.
func require(_ condition: Bool, _ invariant: @autoclosure () -> String) throws(Violation) {
  if !condition { throw Violation(invariant()) }
}

/// Returns true if two texts have the same bytes; `==` only compares for
/// canonical equivalence.
func isSame(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
  left.utf8.elementsEqual(right.utf8)
}

/// Checks that a refusal has reasons that can be displayed.
func requireReasons(_ error: MalformedRequest) throws(Violation) {
  try require(!error.reasons.isEmpty, "a refusal has a reason")
  for reason in error.reasons {
    try require(!reason.isEmpty, "a reason is not empty")
    try require(!reason.utf8.contains(0), "a reason contains no NUL")
  }
}
