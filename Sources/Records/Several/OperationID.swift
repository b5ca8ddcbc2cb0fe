import HashTreeCollections
import ImmutableUI

/// The id of an operation: that of its form, and a digest of what the form asks for. So a form
/// that is posted twice is recognised, and another form with its id is none of it.
struct OperationID: Hashable, Sendable {
  let text: String
  /// The beginning that all operations of the form have.
  private let form: String

  init(_ form: String, of contents: [String]) {
    var digest = Digest()
    for content in contents { digest.update(content) }
    self.form = "\(form)-"
    text = self.form + digest.text
  }

  /// True if another operation has the id of the form.
  func isUsed(in state: RecordsState<some Record>) -> Bool {
    state.queue.keys.contains { $0 != text && $0.count == text.count && $0.hasPrefix(form) }
  }
}
