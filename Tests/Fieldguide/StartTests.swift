import Foundation
import HTTPTypes
import Logging
import Storage
import TestSupport
import Testing
import WebServer

@testable import Fieldguide
@testable import WebSite

@Suite("Starting")
struct StartTests {
  enum Obstacle: CaseIterable {
    case portInUse, fileForFolder, folderInUse, brokenTemplate, noTemplate, noMain
    case noContentInDialog, noContentForEditors
    case noEditors, noCertificate
  }

  /// Returns the error that prevents the start, as a sentence.
  private func problem(_ options: [String: String]) async -> String? {
    var options = options.mapValues { [$0] }
    options.merge(["port": ["0"], "metrics-port": ["off"]]) { own, _ in own }
    do {
      let reader = try SettingsReader.given(options, [:])
      _ = try await Application(
        site: Fieldguide.site, settings: Settings(reader),
        options: reader.read(FieldguideOptions()),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        errors: LogWriter(descriptor: -1), checkSettings: {})
      return nil
    } catch {
      return sentence(for: error)
    }
  }

  @Test(arguments: Obstacle.allCases)
  func `An error at startup is reported in one sentence`(_ obstacle: Obstacle) async throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? files.removeItem(at: folder) }
    let data = folder.appending(path: "data")
    let templates = folder.appending(path: "Templates")
    let assets = folder.appending(path: "Public")
    let template = templates.appending(path: "document.mustache")
    try files.createDirectory(at: data, withIntermediateDirectories: true)
    try files.copyItem(at: Fixtures.packageRoot.appending(path: "Templates"), to: templates)
    try files.copyItem(at: Fixtures.packageRoot.appending(path: "Public"), to: assets)
    var options = [
      "data": data.path, "templates": templates.path, "public": assets.path,
    ]
    let text = try String(contentsOf: template, encoding: .utf8)

    switch obstacle {
    case .portInUse:
      let other = try WebServer(
        Configuration(
          .address(host: "127.0.0.1", port: 0),
          logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      ) { _ in .now(Response(status: .ok)) }
      defer { Task { await other.stop() } }
      options["port"] = "\(other.port)"
      #expect(
        await problem(options)
          == "could not listen on 127.0.0.1 port \(other.port): Address already in use.")
    case .fileForFolder:
      let file = folder.appending(path: "file")
      try Data().write(to: file)
      options["data"] = file.appending(path: "data").path
      #expect(
        await problem(options)
          == "the data folder \(file.path)/data cannot be created; check its path and its permissions."
      )
    case .folderInUse:
      let lock = try FolderLock(folder: data)
      #expect(await problem(options) == "another program is using the data folder \(data.path).")
      withExtendedLifetime(lock) {}
    case .brokenTemplate:
      try Data((text + "{{#never}}").utf8).write(to: template)
      #expect(
        await problem(options)?.hasPrefix(
          "the template \(template.path) has a syntax error in line ")
          == true)
    case .noTemplate:
      try files.removeItem(at: template)
      #expect(
        await problem(options)
          == "the template \(template.path) cannot be read; check its path and its permissions.")
    case .noMain, .noContentInDialog, .noContentForEditors:
      let (part, replacement) =
        switch obstacle {
        case .noContentInDialog: ("{{{content}}}", "{{^dialog}}{{{content}}}{{/dialog}}")
        case .noContentForEditors: ("{{{content}}}", "{{^editor}}{{{content}}}{{/editor}}")
        default: ("</main>", "")
        }
      try Data(text.replacing(part, with: replacement).utf8).write(to: template)
      #expect(
        await problem(options)
          == "the template document.mustache must contain <main{{{live}}}>, {{{content}}} and "
          + "</main>, each once and in this order.")
    case .noEditors:
      let editors = folder.appending(path: "none").path
      options["editors"] = editors
      #expect(
        await problem(options)
          == "the editors file \(editors) cannot be read; check its path and its permissions.")
    case .noCertificate:
      let chain = folder.appending(path: "none").path
      options["tls-certificate"] = chain
      options["tls-key"] = chain
      #expect(
        await problem(options)
          == "the file \(chain) cannot be read; check its path and its permissions.")
    }
  }
}
