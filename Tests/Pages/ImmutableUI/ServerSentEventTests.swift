import Testing

@testable import ImmutableUI

@Suite struct ServerSentEventTests {
  @Test(arguments: [
    ("", "data: \n"),
    ("<p>a</p>", "data: <p>a</p>\n"),
    ("a\nb", "data: a\ndata: b\n"),
    ("a\r\nb", "data: a\ndata: b\n"),
    ("a\rb", "data: a\ndata: b\n"),
    ("a\n\nevent: evil\ndata: x\n", "data: a\ndata: \ndata: event: evil\ndata: data: x\ndata: \n"),
    ("\r\r\n", "data: \ndata: \ndata: \n"),
    ("Pāhala 🌋", "data: Pāhala 🌋\n"),
  ])
  func `No line of the data becomes a field`(data: String, lines: String) {
    let event = ServerSentEvent.event("patch", id: "0f", data: Array(data.utf8))
    #expect(String(decoding: event, as: UTF8.self) == "event: patch\nid: 0f\n\(lines)\n")
  }

  @Test func `An event without an ID has no ID field`() {
    #expect(
      String(decoding: ServerSentEvent.event("beat"), as: UTF8.self) == "event: beat\ndata: \n\n")
  }
}
