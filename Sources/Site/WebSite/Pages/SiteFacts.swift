import Foundation
import Markup

/// Facts about the site in the head of the front page, from which search engines learn its
/// name and the address of its search.
///
/// They are data, and not a script to run: the content security policy does not apply to
/// them. https://schema.org/WebSite
struct SiteFacts: Sendable, HTML {
  let name: String
  /// The front page, as an absolute address.
  let front: String
  /// The search page, as an absolute address.
  let search: String

  /// The facts in JSON, without a character that could end the element.
  var json: String {
    let word = "search_term_string"
    let facts: [String: Any] = [
      "@context": "https://schema.org", "@type": "WebSite", "name": name, "url": front,
      "potentialAction": [
        "@type": "SearchAction",
        "target": [
          "@type": "EntryPoint", "urlTemplate": "\(search)?\(SearchLocation.item)={\(word)}",
        ],
        "query-input": "required name=\(word)",
      ],
    ]
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? JSONSerialization.data(withJSONObject: facts, options: options)) ?? Data()
    return String(decoding: data, as: UTF8.self)
      .replacing("<", with: "\\u003c").replacing(">", with: "\\u003e")
      .replacing("&", with: "\\u0026")
  }

  func render(into writer: inout ByteWriter) {
    writer.append(literal: "<script type=\"application/ld+json\">")
    UnescapedHTML(trustedAndNeverFromInput: json).render(into: &writer)
    writer.append(literal: "</script>\n")
  }
}
