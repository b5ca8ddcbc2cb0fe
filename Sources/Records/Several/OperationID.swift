import HashTreeCollections
import ImmutableUI

/// The id of an operation: that of its form, and a digest of what the form asks for. So a form
/// that is posted twice is recognised, and another form with its id is none of it.
struct OperationID: Hashable, Sendable {
  let text: String
  /// The id of the form.
  let form: String

  init(_ form: String, of contents: [String]) {
    var digest = Digest()
    for content in contents { digest.update(content) }
    self.form = form
    text = "\(form)-\(digest.text)"
  }

  /// The id of the record that a line of an imported file adds.
  func record(at line: Int) -> String {
    var halves = (Digest(), Digest())
    for part in [text, "\(line)"] { halves.0.update(part) }
    for part in ["\(line)", text] { halves.1.update(part) }
    return halves.0.text + halves.1.text
  }

  /// True if another operation has the id of the form.
  func isUsed(in state: RecordsState<some Record>) -> Bool {
    state.queue.keys.contains { $0 != text && $0.count == text.count && $0.hasPrefix("\(form)-") }
  }
}
