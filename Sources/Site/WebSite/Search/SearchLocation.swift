import ImmutableUI
import Markup

/// A location of the page of the search: the text, which is in its address.
struct SearchLocation: Hashable, Sendable {
  var text = ""
  /// The text if it is too long to search for; the page shows it with a message.
  var rejected: String?
}

extension SearchLocation {
  /// The name of the query item.
  static let item = "q"

  init(parsing query: NamedValues) throws(MalformedRequest) {
    var reader = ValueReader(query)
    text = reader.queryText(Self.item, tooLong: &rejected) ?? ""
    try reader.finish()
  }

  var href: Href { Href(path: ["search"], query: text.isEmpty ? [] : [(Self.item, text)]) }
}
