package import Foundation
import HTTPTypes
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
  /// By the name in addresses. All of them together are small: they are kept
  /// in memory, and compressed when that is first wanted.
  private var assets: [String: KeptResponse] = [:]
  /// By the name in the folder, for addresses that stay as they are when the
  /// file changes.
  private var lasting: [String: KeptResponse] = [:]
  /// The name in addresses, by the name in the folder.
  private var names: [String: String] = [:]
  /// The colour schemes that style sheets are there for by themselves.
  let schemes: [ColourScheme]

  private static let contentTypes = [
    "css": "text/css; charset=utf-8",
    "ico": "image/x-icon",
    "js": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
  ]

  /// Reads all files of a folder that have a known type.
  ///
  /// - Parameters:
  ///   - folder: where they are.
  ///   - schemes: the colour schemes that style sheets are made for as well,
  ///     whatever the browser prefers.
  /// - Throws: `SettingsError` where the folder or a file cannot be read.
  package init(folder: URL, schemes: [ColourScheme] = []) throws {
    self.schemes = schemes
    let files: [URL]
    do {
      files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
    } catch {
      throw SettingsError("the folder \(folder.path) cannot be read.")
    }
    for url in files {
      guard let contentType = Self.contentTypes[url.pathExtension] else { continue }
      let content: Data
      do {
        content = try Data(contentsOf: url)
      } catch {
        throw SettingsError("the file \(url.path) cannot be read.")
      }
      add(content, of: contentType, as: url)
      guard url.pathExtension == "css" else { continue }
      for scheme in schemes {
        let forced = scheme.forced(in: String(decoding: content, as: UTF8.self))
        add(Data(forced.utf8), of: contentType, as: url, in: scheme)
      }
    }
  }

  private mutating func add(
    _ content: Data, of contentType: String, as url: URL, in scheme: ColourScheme? = nil
  ) {
    let content = SharedBuffer(copying: content)
    let version = content.digest
    let base = url.deletingPathExtension().lastPathComponent
    let name = "\(base).\(version).\(url.pathExtension)"
    assets[name] = KeptResponse(
      status: .ok,
      fields: [
        .contentType: contentType, .cacheControl: "public, max-age=31536000, immutable",
      ],
      version: version, body: content)
    names[Self.key(url.lastPathComponent, scheme)] = name
    if scheme == nil {
      lasting[url.lastPathComponent] = KeptResponse(
        status: .ok, fields: [.contentType: contentType, .cacheControl: "no-cache"],
        version: version, body: content)
    }
    if url.pathExtension == "svg", !schemes.isEmpty {
      assets["\(base).\(Self.previewedVersion).\(url.pathExtension)"] = KeptResponse(
        status: .ok, fields: [.contentType: contentType, .cacheControl: "no-cache"],
        version: version, body: content)
    }
  }

  /// Previews name pictures without knowing what is in them.
  private static let previewedVersion = "0000000000000000"

  private static func key(_ file: String, _ scheme: ColourScheme?) -> String {
    scheme.map { "\($0.rawValue) \(file)" } ?? file
  }

  /// Has earlier files under their names as well.
  mutating func keep(_ earlier: Assets) {
    assets.merge(earlier.assets) { new, _ in new }
  }

  /// A file by its name in addresses.
  subscript(name: String) -> KeptResponse? { assets[name] }

  /// A file by its name in the folder. Whoever has it is to ask whether it has
  /// changed.
  subscript(file file: String) -> KeptResponse? { lasting[file] }

  /// A file by its address.
  func response(at target: String) -> KeptResponse? {
    guard target.hasPrefix(Self.root) else { return nil }
    return assets[String(target.dropFirst(Self.root.count))]
  }

  private static let root = SiteRoute.href(ofAsset: "").text + "/"

  /// The address of a file of the folder.
  ///
  /// - Throws: `SettingsError` where it is missing.
  func href(
    of file: String, in scheme: ColourScheme? = nil, fragment: String? = nil
  ) throws -> Href {
    guard let name = names[Self.key(file, scheme)] else {
      throw SettingsError("the file \(file) is missing.")
    }
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

extension SharedBuffer {
  var digest: String {
    withUnsafeBytes { bytes in
      var digest = Digest()
      digest.update(bytes)
      return digest.text
    }
  }
}
