import ImmutableUI
import Markup
import Testing

@Suite struct MayWriteTests {
  @Test(arguments: [(EnvironmentValues(), "everybody, writers"), (.readOnly, "everybody, readers")])
  func `Content depends on whether the reader may write`(
    environment: EnvironmentValues, expected: String
  ) {
    var writer = ByteWriter(environment: environment)
    let content = p {
      "everybody, "
      ForWriters { "writers" }
      ForReaders { "readers" }
    }
    content.render(into: &writer)
    #expect(String(writer.finish()) == "<p>\(expected)</p>")
  }
}
