import ImmutableUI
import Markup
import Testing

@Suite struct MayWriteTests {
  @Test(arguments: [(EnvironmentValues(), "all, writers"), (.readOnly, "all, readers")])
  func `Content depends on the visitor's write access`(
    environment: EnvironmentValues, expected: String
  ) {
    var writer = ByteWriter(environment: environment)
    let content = p {
      "all, "
      ForWriters { "writers" }
      ForReaders { "readers" }
    }
    content.render(into: &writer)
    #expect(String(writer.finish()) == "<p>\(expected)</p>")
  }
}
