import Markup
import Testing

@Suite struct EnvironmentTests {
  private struct Language: EnvironmentKey {
    static let defaultValue = "en"
  }

  private struct Columns: EnvironmentKey {
    static let defaultValue = 3
  }

  /// A component that reads two values.
  private struct Reader: HTML {
    func render(into writer: inout ByteWriter) {
      let language = writer.environment[Language.self]
      writer.append(escaping: "\(language) \(writer.environment[Columns.self])")
    }
  }

  @Test(
    arguments: [
      (nil, nil, "en 3"), ("la", nil, "la 3"), (nil, 4, "en 4"), ("la", 4, "la 4"),
    ] as [(String?, Int?, String)])
  func `A component reads the values of its writer`(
    language: String?, columns: Int?, expected: String
  ) {
    var environment = EnvironmentValues()
    if let language { environment[Language.self] = language }
    if let columns { environment[Columns.self] = columns }
    var writer = ByteWriter(environment: environment)
    div { Reader() }.render(into: &writer)
    #expect(String(writer.finish()) == "<div>\(expected)</div>")
  }
}
