import Foundation
import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// The public files of a site, each under a name that contains the digest of
/// its content: the built-in files, and those of a folder, which override
/// built-in files of the same name.
///
/// The list is created at startup, and requests are looked up in it: a request
/// can never name a file on disk.
struct Assets: Sendable {
  /// The files by their names in addresses. They are small, so they are stored
  /// in memory, and compressed on first use.
  private var assets: [String: CachedResponse] = [:]
  /// The files by their names in the folder, for addresses without a digest.
  private var unversioned: [String: CachedResponse] = [:]
  /// The names in addresses, by the names in the folder.
  private var names: [String: String] = [:]
  /// The colour schemes for which a separate style sheet exists.
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

  /// The caching of a file whose address changes with its content.
  static let immutable = "public, max-age=31536000, immutable"

  /// The name of the style sheet of the site: `site.css`, followed by all other
  /// style sheets of the folder that are not for some pages only.
  static let styleSheet = "site.css"
  /// The beginning of the names of style sheets that only some pages need.
  private static let pagePrefix = "page-"
  /// The name of the style sheet of the gallery and the inspector.
  static let toolSheet = "tools.css"
  /// The content of the style sheets, by their names.
  private var styleSheets: [String: String] = [:]

  /// Reads all files of a folder that have a known type.
  ///
  /// - Parameters:
  ///   - folder: the folder; `nil` for the built-in files alone.
  ///   - schemes: the colour schemes for which a style sheet is created that
  ///     ignores the preference of the browser.
  /// - Throws: `SettingsError` if the folder or a file cannot be read.
  init(folder: URL?, schemes: [ColourScheme] = []) throws {
    self.schemes = schemes
    var files = BuiltInFiles.publicFiles
    for url in try Self.files(in: folder) {
      do {
        files[url.lastPathComponent] = try Data(contentsOf: url)
      } catch {
        throw SettingsError("the file \(url.path) cannot be read; check its permissions.")
      }
    }
    for (name, content) in files {
      if name.hasSuffix(".css") {
        styleSheets[name] = String(decoding: content, as: UTF8.self)
      } else {
        add(content, as: name)
      }
    }
    for (name, content) in styleSheets where !isPartOfSite(name) {
      add(styleSheet: content, as: name)
    }
  }

  /// Returns the names of the style sheets that only some pages of a guide need, in order.
  func pageSheets(of guide: String) -> [String] {
    styleSheets.keys.filter { $0.hasPrefix("\(Self.pagePrefix)\(guide)-") }.sorted()
  }

  private func isPartOfSite(_ sheet: String) -> Bool {
    sheet != Self.toolSheet && !sheet.hasPrefix(Self.pagePrefix)
  }

  private static func files(in folder: URL?) throws -> [URL] {
    guard let folder else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil
      ).filter { contentTypes[$0.pathExtension] != nil }
    } catch {
      throw SettingsError(
        "the folder \(folder.path) cannot be read; check its path and its permissions.")
    }
  }

  /// Adds the style sheet of the site, with the colours of the guides.
  mutating func addStyleSheet(for guides: [GuideSummary]) {
    let names = guides.map { ".\($0.name)" }.joined(separator: ", ")
    let hues = guides.map { ".\($0.name) { --hue: \($0.hue) }\n" }.joined()
    let further = styleSheets.keys.filter { $0 != Self.styleSheet && isPartOfSite($0) }
    let sheets = [Self.styleSheet] + further.sorted()
    let text = sheets.compactMap { styleSheets[$0] }.joined(separator: "\n")
      .replacing(", .guide-hue", with: names.isEmpty ? "" : ", \(names)")
    add(styleSheet: text + hues, as: Self.styleSheet)
  }

  private mutating func add(styleSheet: String, as name: String) {
    add(Data(styleSheet.utf8), as: name)
    for scheme in schemes { add(Data(scheme.forced(in: styleSheet).utf8), as: name, in: scheme) }
  }

  /// Returns a script or a style sheet without indentation and without lines that
  /// are comments, which are up to a fifth of what a browser would receive, and
  /// without line breaks that say nothing. A script with a text over several lines
  /// is unchanged. In lines of a style sheet without quotes, the spaces around
  /// separators are removed as well.
  static func shortened(_ content: Data, _ suffix: String) -> Data {
    guard suffix == "js" || suffix == "css" else { return content }
    let lines = content.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let quote = UInt8(ascii: "`")
    guard suffix == "css" || !lines.contains(where: { $0.count { $0 == quote } % 2 == 1 }) else {
      return content
    }
    func isComment(_ line: Data) -> Bool {
      suffix == "js"
        ? line.starts(with: "//".utf8)
        : line.starts(with: "/*".utf8)
          && line.range(of: Data("*/".utf8))?.upperBound == line.endIndex
    }
    // After a brace, a script may rely on the end of the line.
    let separators = Data((suffix == "js" ? "{;," : "{};,").utf8)
    func endsItself(_ line: Data) -> Bool {
      line.last.map(separators.contains) == true && line.range(of: Data("//".utf8)) == nil
    }
    var short = Data(capacity: content.count)
    for line in lines {
      let line = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard !line.isEmpty, !isComment(line) else { continue }
      short += suffix == "css" ? withoutSpaces(line, around: separators) : line
      if !endsItself(line) { short.append(UInt8(ascii: "\n")) }
    }
    return short
  }

  private static func withoutSpaces(_ line: Data, around separators: Data) -> Data {
    let bytes = [UInt8](line)
    guard !bytes.contains(where: Data(#""'\"#.utf8).contains) else { return line }
    func separates(_ at: Int) -> Bool {
      bytes.indices.contains(at) && separators.contains(bytes[at])
    }
    let kept = bytes.indices.filter {
      bytes[$0] != UInt8(ascii: " ") || !separates($0 - 1) && !separates($0 + 1)
    }
    return Data(kept.map { bytes[$0] })
  }

  private mutating func add(_ content: Data, as file: String, in scheme: ColourScheme? = nil) {
    let (base, suffix) = Self.split(file)
    guard let contentType = Self.contentTypes[suffix] else { return }
    let content = SharedBuffer(copying: Self.shortened(content, suffix))
    let version = content.digest
    let name = "\(base).\(version).\(suffix)"
    func response(_ caching: String) -> CachedResponse {
      var fields: HTTPFields = [.contentType: contentType, .cacheControl: caching]
      // Other sites show pictures as previews of links.
      if suffix == "png", let policy = SecurityFields.resourcePolicy {
        fields[policy] = "cross-origin"
      }
      return CachedResponse(
        status: .ok, fields: fields, version: version, body: content, isStatic: true)
    }
    assets[name] = response(Self.immutable)
    names[Self.key(file, scheme)] = name
    if scheme == nil {
      unversioned[file] = response("no-cache")
    }
    if suffix == "svg", !schemes.isEmpty {
      assets["\(base).\(Self.previewVersion).\(suffix)"] = response("no-cache")
    }
  }

  /// Splits the name of a file into its base name and its extension.
  private static func split(_ file: String) -> (base: String, suffix: String) {
    guard let dot = file.lastIndex(of: ".") else { return (file, "") }
    return (String(file[..<dot]), String(file[file.index(after: dot)...]))
  }

  /// The digest in the addresses of previews, which do not know the content of
  /// the files.
  private static let previewVersion = "0000000000000000"

  private static func key(_ file: String, _ scheme: ColourScheme?) -> String {
    scheme.map { "\($0.rawValue) \(file)" } ?? file
  }

  /// Keeps earlier files available under their names.
  mutating func keep(_ earlier: Assets) {
    assets.merge(earlier.assets) { new, _ in new }
  }

  /// Returns the file with a name in addresses.
  subscript(name: String) -> CachedResponse? { assets[name] }

  /// Returns the file with a name in the folder. Clients have to revalidate it.
  subscript(file file: String) -> CachedResponse? { unversioned[file] }

  /// Returns the file at an address.
  func response(at target: String) -> CachedResponse? {
    guard target.hasPrefix(Self.root) else { return nil }
    return assets[String(target.dropFirst(Self.root.count))]
  }

  private static let root = SiteRoute.href(ofAsset: "").text + "/"

  /// Returns the address of a file of the folder.
  ///
  /// - Throws: `SettingsError` if the file is missing.
  func href(
    of file: String, in scheme: ColourScheme? = nil, fragment: String? = nil
  ) throws -> Href {
    guard let name = names[Self.key(file, scheme)] else {
      throw SettingsError("the file \(file) is missing from the folder of public files; add it.")
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

/// The built-in files of every site.
enum BuiltInFiles {
  static var template: String {
    String(decoding: PackageResources.document_mustache, as: UTF8.self)
  }

  /// The public files by their names.
  static var publicFiles: [String: Data] {
    [
      "live.js": Data(PackageResources.live_js), "site.css": Data(PackageResources.site_css),
      "tools.css": Data(PackageResources.tools_css),
    ]
  }
}
