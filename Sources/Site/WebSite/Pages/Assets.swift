import Foundation
import Glibc
import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// The public files of a site, each under a name that contains the digest of
/// its content: the files in the program, and those of a folder, which override
/// files in the program of the same name.
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
  /// The folder; `nil` for the files in the program alone.
  private let folder: URL?
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
  ///   - folder: the folder; `nil` for the files in the program alone.
  ///   - embedded: the files in the program.
  ///   - schemes: the colour schemes for which a style sheet is created that
  ///     ignores the preference of the browser.
  /// - Throws: `SettingsError` if the folder or a file cannot be read.
  init(
    folder: URL?, embedded: ProgramFiles = ProgramFiles(), schemes: [ColourScheme] = []
  ) throws {
    self.folder = folder
    self.schemes = schemes
    var files = embedded.contents
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
    let isScript = suffix == "js"
    // After a brace, a script may rely on the end of the line.
    let separators: StaticString = isScript ? "{;," : "{};,"
    func separates(_ byte: UInt8) -> Bool {
      memchr(separators.utf8Start, Int32(byte), separators.utf8CodeUnitCount) != nil
    }
    return content.withUnsafeBytes { bytes in
      var short = Data(capacity: bytes.count)
      var end = -1
      while end < bytes.count {
        var start = end + 1
        end = bytes.position(of: "\n", from: start) ?? bytes.count
        while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        if isScript, line.position(of: "`") != nil,
          line.count(where: { $0 == UInt8(ascii: "`") }) % 2 == 1
        {
          return content
        }
        let isComment =
          isScript
          ? line.position(of: "//") == 0
          : line.position(of: "/*") == 0 && line.position(of: "*/") == line.count - 2
        guard let last = line.last, !isComment else { continue }
        let keepsSpaces = isScript || ["\"", "'", "\\"].contains { line.position(of: $0) != nil }
        var (kept, next) = (0, 0)
        while !keepsSpaces, let space = line.position(of: " ", from: next) {
          next = space + 1
          if separates(line[space - 1]) || next < line.count && separates(line[next]) {
            short.append(contentsOf: line[kept..<space])
            kept = next
          }
        }
        short.append(contentsOf: line[kept...])
        if !separates(last) || line.position(of: "//") != nil {
          short.append(UInt8(ascii: "\n"))
        }
      }
      return short
    }
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
  mutating func keep(_ earlier: Assets) { assets.merge(earlier.assets) { new, _ in new } }

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
      throw SettingsError(
        "the public file \(file) is missing; copy it to "
          + "\(folder?.path ?? "a folder, and name that with --public").")
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

extension UnsafeRawBufferPointer {
  /// Returns the first position of a text; as fast in a debug build, where each site of a
  /// test reads the files.
  fileprivate func position(of text: StaticString, from start: Int = 0) -> Int? {
    let size = text.utf8CodeUnitCount
    var start = start
    while let baseAddress, start < count,
      let found = memchr(baseAddress + start, Int32(text.utf8Start[0]), count - start)
    {
      start = UnsafeRawPointer(found) - baseAddress
      if start + size <= count, memcmp(found, text.utf8Start, size) == 0 { return start }
      start += 1
    }
    return nil
  }
}
