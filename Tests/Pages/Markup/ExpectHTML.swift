import Markup
import Testing

/// Expects that the content is rendered as exactly this text. A failure is
/// reported at the call.
func expectHTML(
  _ expected: String, sourceLocation: SourceLocation = #_sourceLocation,
  @HTMLBuilder _ content: () -> some HTML
) {
  #expect(content().renderedString() == expected, sourceLocation: sourceLocation)
}
