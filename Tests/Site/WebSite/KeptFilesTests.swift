import Testing

@testable import WebSite

@Suite struct KeptFilesTests {
  @Test func `A file is kept for a while`() {
    let clock = TestClock(0)
    let files = KeptFiles(bytes: 100) { clock.seconds }
    files.keep("title\nX\n", of: "ada")
    // That of `sha256sum`.
    let digest = "3bed290d490980c1d6eb1ef230d74685fca5bf56b11664d158902a7395ae3ce7"
    clock.seconds = 899
    #expect(files.text(with: digest) == "title\nX\n")
    clock.seconds = 900
    #expect(files.text(with: digest) == nil)
  }

  /// Files by client, and those that are kept of them.
  @Test(
    arguments: [
      // Two of a client.
      (["a1", "a2", "a3", "b1"], ["a2", "a3", "b1"]),
      // The same twice is one.
      (["a1", "a2", "a2", "a2"], ["a1", "a2"]),
      // Nine bytes of all clients.
      (["a1", "b1", "c1", "d1", "e1"], ["b1", "c1", "d1", "e1"]),
      (["a1", "b1234567890"], []),
    ])
  func `The oldest files are forgotten`(_ posted: [String], _ kept: [String]) {
    let files = KeptFiles(bytes: 9)
    for file in posted { files.keep(file, of: String(file.prefix(1))) }
    #expect(Set(posted).filter { files.text(with: digest(of: $0)) != nil } == Set(kept))
  }

  @Test func `The number of files is limited`() {
    let files = KeptFiles(bytes: 10_000)
    for number in 0..<100 { files.keep("\(number)", of: "client \(number)") }
    let kept = (0..<100).filter { files.text(with: digest(of: "\($0)")) != nil }
    #expect(kept == Array(36..<100))
  }
}
