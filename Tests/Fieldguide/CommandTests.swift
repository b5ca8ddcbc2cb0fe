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

  @Test(arguments: [
    [""], [":"], ["a:b"], ["a\n"], ["a\r\nb"], ["\u{2028}"], ["#ada"], [" #ada"],
    ["a\u{1B}[1m"], [String(repeating: "a", count: 101)], ["ada", "--role", "a,b"],
    ["ada", "--role", "a:b"], ["ada", "--role", ""],
  ])
  func `A name or role that the file cannot hold is rejected`(_ arguments: [String]) {
    #expect(throws: (any Error).self) { try AddEditor.parse(arguments) }
    #expect(throws: (any Error).self) { try InviteEditor.parse(arguments) }
  }

  @Test func `The options of the editor commands are collected by name`() throws {
    let command = try AddEditor.parse(
      ["Ada Löwe", "--role", "board", "--editors", "e", "--data", "d", "--config", "c.json"])
    #expect(command.options.values == ["editors": ["e"], "data": ["d"], "config": ["c.json"]])
    #expect(command.arguments.role == ["board"])
  }

  @Test(arguments: [
    (["public-origin": "https://example.org"], "https://example.org"),
    (["port": "8081"], "http://127.0.0.1:8081"),
    (["host": "::1", "tls-certificate": "c"], "https://[::1]:8080"),
    (["socket": "s"], nil), (["port": "0"], nil), (["host": "0.0.0.0"], nil), (["host": "::"], nil),
  ])
  func `An invitation leads to the site`(_ settings: [String: String], _ origin: String?) throws {
    let given = settings.merging(["editors": "e"]) { $1 }.mapValues { [$0] }
    let people = try People(
      SettingsReader(
        program: "fieldguide", names: CommandTests.names, options: given, environment: [:]))
    #expect((try? people.origin()) == origin)
  }

  private static let names = FieldguideOptions.allSettings.map(\.name)

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
