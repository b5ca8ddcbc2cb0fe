import Foundation
import Testing

@testable import Fieldguide
@testable import WebSite

@Suite("The configuration file")
struct ConfigurationFileTests {
  @Test(arguments: [
    ("{}", [:]),
    (#"{"port": 1}"#, ["port": ["1"]]),
    (#"{"port": "1"}"#, ["port": ["1"]]),
    (#"{"port": -7}"#, ["port": ["-7"]]),
    (#"{"port": 1.0}"#, ["port": ["1"]]),
    (
      #"{"development": true, "sample": false}"#,
      ["development": ["true"], "sample": ["false"]]
    ),
    (#"{"public-origin": [], "port": []}"#, [:]),
    (#"{"public-origin": ["a", "b"]}"#, ["public-origin": ["a", "b"]]),
    ("\n{\"data\" :\t\"é\\u00e9\\n日本\"}\r\n", ["data": ["éé\n日本"]]),
  ])
  func `A value is read like one on the command line`(
    _ text: String, _ values: [String: [String]]
  ) throws {
    let file = try file(Data(text.utf8))
    defer { try? FileManager.default.removeItem(at: file) }
    let names = FieldguideOptions.allSettings.map(\.name)
    #expect(
      try ConfigurationFile(path: file.path, program: "fieldguide", names: names).values == values)
  }

  private static let kinds =
    "must be a string, an integer, true, false, or a list of strings."
  private static let noObject = "the configuration file c.json is not a JSON object:"
  private static let shape = "it must start with { and end with }."

  @Test(arguments: [
    // Unknown names, with the nearest names.
    (
      #"{"prot": 1}"#, "“prot” in c.json is not a setting; perhaps you mean “port”."
    ),
    (
      #"{"log_level": "info"}"#,
      "“log_level” in c.json is not a setting; perhaps you mean “log-level”."
    ),
    (
      #"{"Port": 1}"#, "“Port” in c.json is not a setting; perhaps you mean “port”."
    ),
    (
      #"{"log-": 1}"#,
      "“log-” in c.json is not a setting; perhaps you mean “dogs”."
    ),
    (
      #"{"config": "d.json"}"#,
      "“config” in c.json is not a setting; “fieldguide config” lists all settings."
    ),
    (
      #"{"nothing-like-that-at-all": 1}"#,
      "“nothing-like-that-at-all” in c.json is not a setting; “fieldguide config” "
        + "lists all settings."
    ),
    (
      #"{"zzzzzzzzzz": 1, "aaaaaaaaaa": 1}"#,
      "“aaaaaaaaaa” in c.json is not a setting; “fieldguide config” lists all settings. "
        + "“zzzzzzzzzz” in c.json is not a setting; “fieldguide config” lists all settings."
    ),
    // Values of the wrong type.
    (#"{"port": 1.5}"#, "“port” in c.json \(kinds)"),
    (#"{"port": {}}"#, "“port” in c.json \(kinds)"),
    (#"{"port": [1]}"#, "“port” in c.json \(kinds)"),
    (#"{"port": [["1"]]}"#, "“port” in c.json \(kinds)"),
    (#"{"port": null}"#, "“port” in c.json \(kinds)"),
    // Values that are invalid for their setting.
    (
      #"{"port": 70000}"#, "“port” in c.json is “70000”; it must be a number from 0 to 65535."
    ),
    (
      #"{"port": true}"#, "“port” in c.json is “true”; it must be a number from 0 to 65535."
    ),
    // Not a JSON object.
    ("[]", "\(noObject) \(shape)"),
    (#"["port"]"#, "\(noObject) \(shape)"),
    ("", "\(noObject) Unexpected end of file during JSON parse."),
    (#"{"port": 1"#, "\(noObject) Unexpected end of file during JSON parse."),
    ("port = 1", "\(noObject) Invalid value around character 0."),
    (#"{"port": 1} x"#, "\(noObject) Invalid value around character 12."),
  ])
  func `An error names the file and the setting`(_ text: String, _ sentence: String) {
    #expect(Given(file: text).problem() == sentence)
  }

  @Test func `A file that is not UTF-8 is rejected`() throws {
    let file = try file(Data([0xFF, 0xFE, 0x00, 0x7B]))
    defer { try? FileManager.default.removeItem(at: file) }
    let error = try #require(throws: SettingsError.self) {
      try ConfigurationFile(path: file.path, program: "fieldguide", names: [])
    }
    #expect(
      sentence(for: error).hasPrefix("the configuration file \(file.path) is not a JSON object: "))
  }

  @Test(arguments: ["/", "/nowhere/c.json", ""])
  func `An unreadable file is reported`(_ path: String) {
    #expect(
      Given(options: ["config": [path]]).problem()
        == "the configuration file \(path) cannot be read; check its path and its permissions.")
  }

  private func file(_ data: Data) throws -> URL {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try data.write(to: file)
    return file
  }
}
