import Markup
import Testing

/// Expects that the content is written as exactly this text. A failure points
/// at the call.
func expectHTML(
  _ expected: String, sourceLocation: SourceLocation = #_sourceLocation,
  @HTMLBuilder _ content: () -> some HTML
) {
  #expect(content().renderedString() == expected, sourceLocation: sourceLocation)
}
