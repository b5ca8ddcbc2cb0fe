package import Foundation
import ImmutableUI
import Markup
package import QuakesUI
import WebServer

/// The files of a folder that browsers may have, each under a name that
/// changes with its content.
///
/// The list is made at start. A request is looked up in it; no request ever
/// names a file.
package struct Assets: Sendable {
  /// One file.
  struct Asset: Sendable {
    let file: OpenFile
    let contentType: String
    let version: String
  }

  /// By the name in addresses.
  private var assets: [String: Asset] = [:]
  /// The name in addresses, by the name in the folder.
  private var names: [String: String] = [:]

  private static let contentTypes = [
    "css": "text/css; charset=utf-8",
    "ico": "image/x-icon",
    "js": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
  ]

  /// Opens all files of a folder that have a known type.
  ///
  /// - Throws: `SettingsError` where the folder or a file cannot be read.
  package init(folder: URL) throws {
    let files: [URL]
    do {
      files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
    } catch {
      throw SettingsError("the folder \(folder.path) cannot be read.")
    }
    for url in files {
      guard let contentType = Self.contentTypes[url.pathExtension] else { continue }
      var digest = Digest()
      digest.update(try Data(contentsOf: url))
      let base = url.deletingPathExtension().lastPathComponent
      let name = "\(base).\(digest.text).\(url.pathExtension)"
      assets[name] = Asset(
        file: try OpenFile(path: url.path), contentType: contentType, version: digest.text)
      names[url.lastPathComponent] = name
    }
  }

  /// A file by its name in addresses.
  subscript(name: String) -> Asset? { assets[name] }

  /// The address of a file of the folder.
  ///
  /// - Throws: `SettingsError` where it is missing.
  func href(of file: String, fragment: String? = nil) throws -> Href {
    guard let name = names[file] else { throw SettingsError("the file \(file) is missing.") }
    return SiteRoute.href(ofAsset: name, fragment: fragment)
  }

  /// The outlines of the land for maps.
  ///
  /// - Throws: `SettingsError` where one is missing.
  package var landOutlines: LandOutlines {
    get throws {
      LandOutlines(
        coarse: try href(of: "land.svg", fragment: "land"),
        fine: try href(of: "coast.svg", fragment: "land"))
    }
  }
}
