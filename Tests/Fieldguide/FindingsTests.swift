import ArgumentParser
import Foundation
import Testing

@testable import Fieldguide
@testable import WebSite

/// The errors and warnings of settings, all of them at once.
@Suite("Findings")
struct FindingsTests {
  private static let all = "--trusted-proxy names all addresses, so that"
  private static let port = "it must be a number from 0 to 65535."

  @Test(arguments: [
    (
      Given(
        options: ["log-level": ["loud"]], environment: ["FIELDGUIDE_DOGS": "ftp://dogs"],
        file: #"{"prot": 1, "port": 70000, "data": null}"#),
      [
        "“data” in c.json must be a string, an integer, true, false, or a list of strings.",
        "“prot” in c.json is not a setting; perhaps you mean “port”.",
        "“port” in c.json is “70000”; \(port)",
        "--log-level is “loud”; it must be one of trace, debug, info, notice, warning, error, "
          + "critical.",
        "FIELDGUIDE_DOGS is “ftp://dogs”; it must be a URL like https://dog.ceo/api, or the path "
          + "of a folder.",
      ]
    ),
    (
      Given(options: ["tls-key": ["k"], "writers": ["editors"], "database": ["port=x"]]),
      [
        "the port “x” of the database is not a number from 1 to 65535 (--database).",
        "--tls-certificate and --tls-key must be given together.",
        "--writers editors and one of --editors FILE and --user-header must be given together.",
      ]
    ),
    // Names that are repeated, of which parsers take the last one.
    (
      Given(file: #"{"port": 1, "host": "a", "port": 2}"#),
      ["“port” is given more than once in c.json; remove all but one."]
    ),
    (
      Given(file: #"{"p\u006frt": 1, "port" : 1}"#),
      ["“port” is given more than once in c.json; remove all but one."]
    ),
    (Given(file: #"{"data": "\"port\": 1, \"port\": 2", "host": "port"}"#), []),
    (Given(file: #"{"public-origin": ["https://a.example", "https://a.example"]}"#), []),
    // Databases that no server can have.
    (
      Given(options: ["database": ["postgresql://a.example:70000/site"]]),
      ["the port “70000” of the database is not a number from 1 to 65535 (--database)."]
    ),
    (Given(options: ["database": ["postgresql://a.example:1,b.example/site"]]), []),
    (
      Given(options: ["database": ["postgresql://a.example/site?sslmode=on"]]),
      [
        "“on” is not an sslmode of the database; use one of disable, allow, prefer, require, "
          + "verify-ca, verify-full (--database)."
      ]
    ),
    (
      Given(options: ["user-header": ["X-User"], "trusted-proxy": ["::/0"]]),
      [
        "\(all) everybody could sign in with --user-header: name the address of the proxy."
      ]
    ),
  ])
  func `All errors of the settings are told`(_ given: Given, _ sentences: [String]) {
    #expect(given.problems() == sentences)
  }

  @Test(arguments: [
    (Given(), []),
    (Given(options: ["trusted-proxy": ["10.0.0.0/8", "socket"], "writers": ["nobody"]]), []),
    (
      Given(options: ["trusted-proxy": ["0.0.0.0/0"], "writers": ["nobody"]]),
      ["\(all) clients can pretend to have any address: name the address of the proxy."]
    ),
    (
      Given(options: ["host": ["0.0.0.0"]]),
      [
        "the site is read-only because other machines can reach it: let editors sign in with "
          + "--editors FILE, or let everybody make changes with --writers everybody."
      ]
    ),
    (
      Given(options: ["host": ["0.0.0.0"], "editors": ["e"]]),
      [
        "passwords are sent in clear text: set --tls-certificate and --tls-key, or use a proxy "
          + "that terminates TLS and set --trusted-proxy."
      ]
    ),
  ])
  func `An operator is warned`(_ given: Given, _ sentences: [String]) throws {
    #expect(try given.read().settings.site.warnings == sentences)
  }

  @Test func `Unknown environment variables are told`() throws {
    let reader = try SettingsReader.given(
      [:], ["FIELDGUIDE_EDITOR": "e", "FIELDGUIDE_PORT": "1", "PORT": "1", "FIELDGUIDES": "x"])
    #expect(
      reader.unknownVariables == [
        "the environment variable FIELDGUIDE_EDITOR is not a setting; perhaps you mean "
          + "“FIELDGUIDE_EDITORS”."
      ])
  }
}

/// The sections of the help.
@Suite("Sections of the help")
struct HelpSectionsTests {
  private static let help = HelpSections.titled(
    Command<FieldguideOptions>.helpMessage(for: Serve<FieldguideOptions>.self, columns: 1_000))

  @Test func `The options that most sites need come first`() {
    let names = Self.help.matches(of: #/\n  --([a-z-]+)/#).map { String($0.1) }
    #expect(
      names.prefix(11) == [
        "config", "host", "port", "socket", "public-origin", "trusted-proxy", "editors", "data",
        "database", "log-level", "tls-certificate",
      ])
    #expect(Set(names).isSuperset(of: FieldguideOptions.allSettings.map(\.name)))
    #expect(names.count == Set(names).count)
  }

  @Test func `Each name in the sections is a setting`() {
    let names = Set(FieldguideOptions.allSettings.map(\.name))
    #expect(Set(HelpSections.first).union(HelpSections.titles.keys).subtracting(names) == [])
  }

  @Test func `Each section has its title`() {
    let titles = Self.help.matches(of: #/\n\n([A-Z ]+):\n  --([a-z-]+)/#)
    #expect(
      titles.map { "\($0.1): \($0.2)" } == [
        "OPTIONS: config", "TLS: tls-certificate", "ACCESS: writers", "FILES: replace-damaged",
        "MEMORY: page-cache", "LIMITS: connections", "LOG AND METRICS: log-format",
        "TOOLS FOR DEVELOPERS: development", "SERVICES: sample",
      ])
    let short = Command<FieldguideOptions>.helpMessage(for: Reload.self)
    #expect(HelpSections.titled(short) == short)
  }
}
