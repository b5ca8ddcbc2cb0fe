package import Foundation
package import ImmutableUI
import Look
package import Markup
import Metrics
import Mustache
import Synchronization

/// What stands around every page: head, navigation and footer, from the
/// templates.
///
/// A template costs far more than writing bytes. So it is rendered at start,
/// once for each frame, and cut where title, content and the like go.
package struct Document: Sendable {
  /// What differs from page to page around the content.
  package struct Frame: Hashable, Sendable {
    var guide: Guide?
    /// Whether a dialog is open, so that all around it is inert.
    var hasDialog: Bool
    /// Whether the page is to be asked for again where there is no script.
    var isWaiting: Bool
    /// Who sees it.
    var audience: Audience
    /// The colour scheme it is shown in, where the browser does not choose.
    var scheme: ColourScheme?
    /// Whether it is for those who build the site.
    var isTool: Bool

    package init(
      guide: Guide?, hasDialog: Bool = false, isWaiting: Bool = false,
      audience: Audience = .everybody, scheme: ColourScheme? = nil, isTool: Bool = false
    ) {
      self.guide = guide
      self.hasDialog = hasDialog
      self.isWaiting = isWaiting
      self.audience = audience
      self.scheme = scheme
      self.isTool = isTool
    }
  }

  private enum Part: Sendable {
    case literal(UnescapedHTML)
    case field(Field)
  }

  /// A place in the document that each page fills, or that is measured.
  private enum Field: String {
    case title
    /// The title of the window: that of the page, and the site's name.
    case window
    case description
    /// The addresses of the page and its feed, for other programs.
    case links
    case live
    /// The address of the form for signing in, which leads back here.
    case signIn
    case content
    case mainStart
    case mainEnd

    /// A character for private use, which no template contains.
    static let delimiter = "\u{E000}"

    /// The text that stands for the field in a rendered template.
    var mark: String { Self.delimiter + rawValue + Self.delimiter }
  }

  package let assets: Assets
  let manifest: KeptResponse
  /// What previews of links show of the site.
  let card: Href
  /// What is wrong with the files that were to take the place of these, as a
  /// sentence that is shown on every page.
  var problem: String?
  /// What says whether these files are still the right ones.
  var basis: [PageBasis] = []
  /// Tells these templates, and the files they name, from all others.
  private let fingerprint: String
  private let frames: [Frame: [Part]]
  /// How long the last page was: what the next one gets room for.
  private let lastSize = SizeHint()
  private let rendered = Counter()

  /// How many documents were rendered.
  var renders: Int { rendered.value }

  /// Reads `document.mustache`.
  ///
  /// - Throws: `SettingsError` where it is missing or broken.
  package init(folder: URL, assets: Assets) throws {
    self.assets = assets
    manifest = try WebManifest(assets: assets).response
    card = try assets.href(of: "card.png")
    let document = try Self.template("document", in: folder)
    var frames: [Frame: [Part]] = [:]
    var digest = Digest()
    func add(_ frame: Frame) throws {
      let text = document.render(try Self.context(frame, assets: assets))
      digest.update(text)
      frames[frame] = try Self.parts(of: text)
    }
    for guide in [nil] + Guide.allCases.map(Optional.some) {
      for hasDialog in [false, true] {
        for isWaiting in [false, true] {
          for audience in Audience.allCases {
            try add(
              Frame(guide: guide, hasDialog: hasDialog, isWaiting: isWaiting, audience: audience))
          }
        }
        for scheme in assets.schemes {
          try add(Frame(guide: guide, hasDialog: hasDialog, scheme: scheme))
        }
      }
    }
    try add(Frame(guide: nil, isTool: true))
    self.frames = frames
    fingerprint = digest.text
  }

  /// A whole document.
  ///
  /// - Parameters:
  ///   - title: what its window is called, without the site's name.
  ///   - metadata: what its head says to other programs.
  ///   - frame: what stands around the content.
  ///   - page: its address, under which it is followed; `nil` for a page that
  ///     stays as it is.
  ///   - content: what stands in its main part.
  ///   - earlier: an earlier rendering of the same page, whose fragments may
  ///     be used again.
  ///   - onFragment: hears the name of each fragment that is rendered, and how
  ///     long that took.
  package func render(
    title: String, metadata: Metadata = .init(), frame: Frame, page: Href? = nil,
    content: some HTML, reusing earlier: RenderedPage? = nil,
    onFragment: (@Sendable (String, Duration) -> Void)? = nil
  ) -> RenderedPage {
    var writer = ByteWriter(
      capacity: lastSize.value, reusing: earlier?.writing,
      environment: frame.audience.mayWrite ? EnvironmentValues() : .readOnly,
      onFragment: onFragment)
    var version: Int?
    var main = 0..<0
    var inside = 0..<0
    for part in frames[frame] ?? [] {
      switch part {
      case .literal(let html): html.render(into: &writer)
      case .field(.title): writer.append(escaping: title)
      case .field(.window): writer.append(escaping: Self.window(title))
      case .field(.description): writer.append(escaping: metadata.description)
      case .field(.links): metadata.links.render(into: &writer)
      case .field(.live): version = writeLive(page, into: &writer)
      case .field(.signIn):
        writer.append(escaping: SiteRoute.signIn(page: page?.text ?? "/").href.text)
      case .field(.content):
        let start = writer.count
        if let problem { FailedNotice(problem).render(into: &writer) }
        content.render(into: &writer)
        inside = start..<writer.count
      case .field(.mainStart): main = writer.count..<writer.count
      case .field(.mainEnd): main = main.lowerBound..<writer.count
      }
    }
    lastSize.value = writer.count + 1_024
    rendered.add()
    let digest = Self.digest(of: writer)
    if let version { writer.overwrite(at: version, with: digest.utf8) }
    return RenderedPage(
      title: Self.window(title),
      frame: "\(frame.guide?.rawValue ?? "") \(frame.hasDialog) \(fingerprint)",
      version: digest, writing: writer.finishWriting(), main: main, content: inside)
  }

  /// What the window of a page is called. A page of that very title is the
  /// site's own.
  private static func window(_ title: String) -> String {
    title == Metadata.siteName ? title : "\(title) - \(Metadata.siteName)"
  }

  /// - Returns: where the version has to be written when it is known.
  private func writeLive(_ page: Href?, into writer: inout ByteWriter) -> Int? {
    guard let page else { return nil }
    writer.append(literal: " data-live=\"")
    writer.append(escaping: SiteRoute.live(page: page.text).href.text)
    writer.append(literal: "\" data-version=\"")
    let version = writer.count
    writer.append(literal: "0000000000000000\"")
    return version
  }

  /// The fingerprint of all but the personal fragments.
  private static func digest(of writer: borrowing ByteWriter) -> String {
    let personal = writer.fragments.filter(\.isPersonal).map(\.range)
    return writer.withWrittenBytes { bytes in
      var digest = Digest()
      var start = 0
      for range in personal {
        digest.update(UnsafeRawBufferPointer(rebasing: bytes[start..<range.lowerBound]))
        start = range.upperBound
      }
      digest.update(UnsafeRawBufferPointer(rebasing: bytes[start...]))
      return digest.text
    }
  }
}

/// Text in templates is escaped as everywhere else.
private struct TemplateText: MustacheContentType {
  static let name = "FIELDGUIDE"

  func escapeText(_ text: String) -> String { Text(text).renderedString() }
}

/// How much room a page is given. Guessing wrong costs a copy.
private final class SizeHint: Sendable {
  private let bytes = Atomic<Int>(16_384)

  var value: Int {
    get { bytes.load(ordering: .relaxed) }
    set { bytes.store(newValue, ordering: .relaxed) }
  }
}

extension Document {
  private static func template(_ name: String, in folder: URL) throws -> MustacheTemplate {
    let file = folder.appendingPathComponent("\(name).mustache")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw SettingsError("the template \(file.path) cannot be read.")
    }
    MustacheContentTypes.register(TemplateText(), named: TemplateText.name)
    do {
      return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(TemplateText.name)}}" + text)
    } catch let error as MustacheTemplate.ParserError {
      throw SettingsError(
        "the template \(file.path) is broken in line \(error.context.lineNumber): "
          + "\(error.context.line)")
    } catch {
      throw SettingsError("the template \(file.path) is broken.")
    }
  }

  private static func context(_ frame: Frame, assets: Assets) throws -> [String: Any] {
    var context: [String: Any] = [
      "title": Field.title.mark,
      "window": Field.window.mark,
      "description": Field.description.mark,
      "links": Field.links.mark,
      "manifest": SiteRoute.manifest.href.text,
      "content": Field.content.mark,
      "live": Field.live.mark,
      "dialog": frame.hasDialog,
      "waiting": frame.isWaiting,
      "editor": frame.audience == .editors,
      "reader": frame.audience == .readers,
      "onlooker": frame.audience == .onlookers,
      "signIn": Field.signIn.mark,
      "front": SiteRoute.front.href.text,
      "script": try assets.href(of: "live.js").text,
      "stylesheet": try assets.href(of: "fieldguide.css", in: frame.scheme).text,
      "icon": try assets.href(of: "icon.svg").text,
      "touchIcon": try assets.href(of: "apple-touch-icon.png").text,
      "guides": Guide.allCases.map { guide in
        [
          "name": guide.rawValue,
          "label": guide.label,
          "href": guide.href.text,
          "icon": Icon(guide.icon).renderedString(),
          "isCurrent": guide == frame.guide,
        ] as [String: Any]
      },
    ]
    if let guide = frame.guide { context["guide"] = guide.rawValue }
    if frame.isTool { context["tools"] = try? assets.href(of: "tools.css").text }
    return context
  }

  /// Cuts a rendered template at its marks, and around its main part.
  private static func parts(of text: String) throws -> [Part] {
    let pieces = text.replacingOccurrences(of: "<main", with: "\(Field.mainStart.mark)<main")
      .replacingOccurrences(of: "</main>", with: "</main>\(Field.mainEnd.mark)")
      .components(separatedBy: Field.delimiter)
    // Literals and names of fields alternate.
    let parts = pieces.enumerated().map { index, piece -> Part in
      if !index.isMultiple(of: 2), let field = Field(rawValue: piece) { return .field(field) }
      return .literal(UnescapedHTML(trustedAndNeverFromInput: piece))
    }
    let order = parts.compactMap { part in
      switch part {
      case .field(.mainStart): "<main"
      case .field(.live): "{{{live}}}>"
      case .field(.content): "{{{content}}}"
      case .field(.mainEnd): "</main>"
      default: nil
      }
    }
    guard order == ["<main", "{{{live}}}>", "{{{content}}}", "</main>"] else {
      throw SettingsError(
        "the template document.mustache has to hold <main{{{live}}}>, {{{content}}} and </main>, "
          + "each once and in this order.")
    }
    return parts
  }
}
