import ArgumentParser
import Foundation
import Testing

@testable import Fieldguide
@testable import WebSite

@Suite("The command line")
struct CommandTests {
  @Test(arguments: [
    ([], [:]),
    (["--port", "3", "--port", "4"], ["port": ["4"]]),
    (["--port", ""], ["port": [""]]),
    (["--log-level", "debug", "--tls-key", "k"], ["log-level": ["debug"], "tls-key": ["k"]]),
    (["--public", "p", "--development"], ["public": ["p"], "development": ["true"]]),
    (
      ["--public-origin", "a", "--public-origin", "b", "--trusted-proxy", "socket"],
      ["public-origin": ["a", "b"], "trusted-proxy": ["socket"]]
    ),
    (["--config", "c.json"], ["config": ["c.json"]]),
  ])
  func `Options are collected by name`(
    _ arguments: [String], _ values: [String: [String]]
  ) throws {
    let serve = try Serve<FieldguideOptions>.parse(arguments)
    #expect(serve.options.values == values)
    let show = try ShowConfiguration<FieldguideOptions>.parse(arguments)
    #expect(show.options.values == values)
  }

  @Test func `Options of the backup command are collected by name`() throws {
    let backup = try Backup.parse(["copy", "--data", "d", "--config", "c.json"])
    #expect(backup.options.values == ["data": ["d"], "config": ["c.json"]])
  }

  @Test(arguments: ["--prot", "--no-development", "-p", "stray"])
  func `Unknown options and stray arguments are rejected`(_ argument: String) {
    #expect(throws: (any Error).self) { try Serve<FieldguideOptions>.parse([argument]) }
  }

  @Test(arguments: [
    ("fieldguide", "FIELDGUIDE_LOG_LEVEL"), ("my-site", "MY_SITE_LOG_LEVEL"),
    ("site.debug", "SITE_DEBUG_LOG_LEVEL"),
  ])
  func `An environment variable starts with the name of the program`(
    _ program: String, _ variable: String
  ) {
    #expect(SettingsReader.variable("log-level", of: program) == variable)
  }

  @Test func `The help lists each setting with its default`() throws {
    let help = Command<FieldguideOptions>.helpMessage(
      for: Serve<FieldguideOptions>.self, columns: 1_000)
    // Split by option: the text may be below the name.
    let options = help.components(separatedBy: "\n  --")
    var compared = 0
    for entry in try Given().read().entries {
      let option = try #require(
        options.first { $0.hasPrefix("\(entry.name) ") }, "\(entry.name)")
      guard let shown = option.firstMatch(of: #/\(default: ([^ ]+)\)/#)?.1 else { continue }
      // The help names the service instead of its URL.
      guard entry.name != "photos" else { continue }
      #expect(shown == entry.value, "\(entry.name)")
      compared += 1
    }
    #expect(compared > 20)
  }

  // MARK: Passwords

  private static let badName =
    "Error: A name needs at least one character, and no colon or line break."

  @Test(arguments: ["", ":", "a:b", "a\n", "a\r\nb", "\u{2028}"])
  func `A name with a colon or line break is rejected`(_ name: String) throws {
    let error = try #require(throws: (any Error).self) { try MakePassword.parse([name]) }
    #expect(MakePassword.fullMessage(for: error).hasPrefix(Self.badName))
  }

  @Test(arguments: [
    (nil, "Enter a password on standard input."),
    ("", "Enter a password on standard input."),
    (
      String(repeating: "a", count: 512),
      "The password is longer than 511 bytes; choose a shorter one."
    ),
  ])
  func `A missing or overlong password is rejected`(
    _ password: String?, _ message: String
  ) throws {
    let command = try MakePassword.parse([])
    let error = try #require(throws: ValidationError.self) { try command.line(for: password) }
    #expect(error.message == message)
  }

  @Test(arguments: [([], ""), (["ada"], "ada:"), (["Ada Löwe"], "Ada Löwe:")])
  func `The line contains the name and a hash of the password`(
    _ arguments: [String], _ start: String
  ) throws {
    let line = try MakePassword.parse(arguments).line(for: "secret")
    #expect(line.hasPrefix(start))
    #expect(Password.matches("secret", hash: String(line.dropFirst(start.count))))
  }

  // MARK: Errors

  private struct Plain: Error, CustomStringConvertible {
    var description: String
  }

  @Test(
    arguments: [
      (SettingsError("the port is in use"), "the port is in use."),
      (SettingsError("the port is in use."), "the port is in use."),
      (SettingsError("one\ntwo\r\nthree\n"), "one two three."),
      (Plain(description: "the port is in use"), "the port is in use."),
      (Plain(description: ""), "."),
    ] as [(any Error, String)])
  func `An error is one sentence on one line`(_ error: any Error, _ line: String) {
    #expect(sentence(for: error) == line)
  }
}
