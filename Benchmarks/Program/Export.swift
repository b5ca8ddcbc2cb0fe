import ArgumentParser
import Foundation
import Markup
import QuakesUI

/// `export`: writes the page and its parts to files, for servers in other
/// languages that serve the same bytes.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write page.html and rows.json for the servers to compare with.")

  @Option(help: "The folder of the package.")
  var root = "."

  @Argument(help: "The folder to write to.")
  var folder: String

  private struct Page: Encodable {
    struct Row: Encodable {
      let id, href, magnitude, colour, name, note, time, clock, ago: String
      let number: String?
    }

    let head, tail: String
    let rows: [Row]
  }

  func run() throws {
    let page = try SamplePage(root: URL(filePath: root, directoryHint: .isDirectory))
    let folder = URL(filePath: folder, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(String(page.rendered()).utf8).write(to: folder.appending(path: "page.html"))
    let parts = Page(
      head: String(decoding: page.head, as: UTF8.self),
      tail: String(decoding: page.tail, as: UTF8.self),
      rows: page.state.rows.map {
        .init(
          id: $0.id, href: $0.href.text, magnitude: $0.magnitude, colour: $0.colour,
          name: $0.name, note: $0.note, time: $0.time, clock: $0.clock, ago: $0.ago,
          number: $0.number)
      })
    try JSONEncoder().encode(parts).write(to: folder.appending(path: "rows.json"))
  }
}
