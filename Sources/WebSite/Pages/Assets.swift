import Foundation
import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// The public files of a site, each under a name that changes with its content:
/// the built-in ones, and those of a folder, which take the place of built-in
/// ones with the same name.
///
/// The list is made at start. A request is looked up in it; no request ever
/// names a file.
struct Assets: Sendable {
  /// By the name in addresses. All of them together are small: they are kept
  /// in memory, and compressed when that is first wanted.
  private var assets: [String: CachedResponse] = [:]
  /// By the name in the folder, for addresses that stay as they are when the
  /// file changes.
  private var lasting: [String: CachedResponse] = [:]
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

  /// The name of the style sheet: `site.css`, followed by all other style
  /// sheets of the folder.
  static let styleSheet = "site.css"
  /// The name of the style sheet for the gallery and the inspector.
  static let toolSheet = "tools.css"
  /// The texts of the style sheets, by their names.
  private var styleSheets: [String: String] = [:]

  /// Reads all files of a folder that have a known type.
  ///
  /// - Parameters:
  ///   - folder: the folder; `nil` for the built-in files alone.
  ///   - schemes: the colour schemes that style sheets are made for as well,
  ///     whatever the browser prefers.
  /// - Throws: `SettingsError` where the folder or a file cannot be read.
  init(folder: URL?, schemes: [ColourScheme] = []) throws {
    self.schemes = schemes
    var files = BuiltInFiles.publicFiles
    for url in try Self.files(in: folder) {
      do {
        files[url.lastPathComponent] = try Data(contentsOf: url)
      } catch {
        throw SettingsError("the file \(url.path) cannot be read.")
      }
    }
    for (name, content) in files {
      if name.hasSuffix(".css") {
        styleSheets[name] = String(decoding: content, as: UTF8.self)
      } else {
        add(content, as: name)
      }
    }
    if let tools = styleSheets[Self.toolSheet] { add(styleSheet: tools, as: Self.toolSheet) }
  }

  private static func files(in folder: URL?) throws -> [URL] {
    guard let folder else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil
      ).filter { contentTypes[$0.pathExtension] != nil }
    } catch {
      throw SettingsError("the folder \(folder.path) cannot be read.")
    }
  }

  /// Adds the style sheet, with the colours of the guides.
  mutating func addStyleSheet(for guides: [GuideSummary]) {
    let names = guides.map { ".\($0.name)" }.joined(separator: ", ")
    let hues = guides.map { ".\($0.name) { --hue: \($0.hue) }\n" }.joined()
    let further = styleSheets.keys.filter { $0 != Self.styleSheet && $0 != Self.toolSheet }
    let sheets = [Self.styleSheet] + further.sorted()
    let text = sheets.compactMap { styleSheets[$0] }.joined(separator: "\n")
      .replacing(", .guide-hue", with: names.isEmpty ? "" : ", \(names)")
    add(styleSheet: text + hues, as: Self.styleSheet)
  }

  private mutating func add(styleSheet: String, as name: String) {
    add(Data(styleSheet.utf8), as: name)
    for scheme in schemes { add(Data(scheme.forced(in: styleSheet).utf8), as: name, in: scheme) }
  }

  private mutating func add(_ content: Data, as file: String, in scheme: ColourScheme? = nil) {
    let (base, suffix) = Self.split(file)
    guard let contentType = Self.contentTypes[suffix] else { return }
    let content = SharedBuffer(copying: content)
    let version = content.digest
    let name = "\(base).\(version).\(suffix)"
    assets[name] = CachedResponse(
      status: .ok,
      fields: [
        .contentType: contentType, .cacheControl: "public, max-age=31536000, immutable",
      ],
      version: version, body: content)
    names[Self.key(file, scheme)] = name
    if scheme == nil {
      lasting[file] = CachedResponse(
        status: .ok, fields: [.contentType: contentType, .cacheControl: "no-cache"],
        version: version, body: content)
    }
    if suffix == "svg", !schemes.isEmpty {
      assets["\(base).\(Self.previewedVersion).\(suffix)"] = CachedResponse(
        status: .ok, fields: [.contentType: contentType, .cacheControl: "no-cache"],
        version: version, body: content)
    }
  }

  /// The name of a file without its extension, and the extension.
  private static func split(_ file: String) -> (base: String, suffix: String) {
    guard let dot = file.lastIndex(of: ".") else { return (file, "") }
    return (String(file[..<dot]), String(file[file.index(after: dot)...]))
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
  subscript(name: String) -> CachedResponse? { assets[name] }

  /// A file by its name in the folder. Whoever has it is to ask whether it has
  /// changed.
  subscript(file file: String) -> CachedResponse? { lasting[file] }

  /// A file by its address.
  func response(at target: String) -> CachedResponse? {
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

/// The files that every site has.
enum BuiltInFiles {
  static var template: String {
    String(decoding: PackageResources.document_mustache, as: UTF8.self)
  }

  /// By name.
  static var publicFiles: [String: Data] {
    [
      "live.js": Data(PackageResources.live_js), "site.css": Data(PackageResources.site_css),
      "tools.css": Data(PackageResources.tools_css),
    ]
  }
}
