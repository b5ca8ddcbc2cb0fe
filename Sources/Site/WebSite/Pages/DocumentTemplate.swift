import Foundation
import ImmutableUI
import Look
import Markup
import Mustache

/// The Mustache template of the document around every page.
struct DocumentTemplate {
  /// A part of a rendered template.
  enum Part: Sendable {
    case literal(UnescapedHTML, String)
    case field(Field)

    /// The text of the part, for the digest of the template.
    var text: String {
      switch self {
      case .literal(_, let text): text
      case .field(let field): field.mark
      }
    }
  }

  /// A placeholder in the document that is filled for each page, or whose
  /// position is recorded.
  enum Field: String {
    case title
    /// The title of the window: the title of the page and the name of the site.
    case window
    case description
    /// The links to the canonical address, the image and the feed of the page.
    case links
    case live
    /// The address of the current guide in the navigation.
    case home
    /// The name of the visitor who has signed in, or the link to the sign-in page.
    case account
    case content
    case mainStart
    case mainEnd

    /// A control character, which HTML must not contain.
    static let delimiter: UInt8 = 0x1E

    /// The text that represents the field in a rendered template.
    var mark: String { "\u{1E}\(rawValue)\u{1E}" }
  }

  private let template: MustacheTemplate

  /// Reads `document.mustache` from a folder, or else from the files in the program.
  ///
  /// - Throws: `SettingsError` if the template is missing or malformed.
  init(folder: URL?, embedded: ProgramFiles) throws {
    guard let file = folder?.appendingPathComponent("document.mustache") else {
      try self.init(text: embedded.template, name: "document.mustache")
      return
    }
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw SettingsError(
        "the template \(file.path) cannot be read; check its path and its permissions.")
    }
    try self.init(text: text, name: file.path)
  }

  private init(text: String, name: String) throws {
    MustacheContentTypes.register(TemplateText(), named: TemplateText.name)
    let marked = text.replacingOccurrences(of: "<main", with: Field.mainStart.mark + "<main")
      .replacingOccurrences(of: "</main>", with: "</main>" + Field.mainEnd.mark)
    do {
      template = try MustacheTemplate(string: "{{% CONTENT_TYPE: \(TemplateText.name)}}" + marked)
    } catch let error as MustacheTemplate.ParserError {
      let line = error.context.line.replacingOccurrences(of: Field.mainStart.mark, with: "")
        .replacingOccurrences(of: Field.mainEnd.mark, with: "")
      throw SettingsError(
        "the template \(name) has a syntax error in line \(error.context.lineNumber): \(line)")
    } catch {
      throw SettingsError("the template \(name) has a syntax error.")
    }
  }

  /// The values of the template that all frames of a document have.
  struct Values {
    let common: [String: Any]
    let guides: [GuideSummary]
    /// The icons of the guides by their names.
    let icons: [String: String]
    let assets: Assets

    /// - Throws: `SettingsError` if a public file is missing.
    init(text: SiteText, guides: [GuideSummary], assets: Assets) throws {
      icons = Dictionary(
        guides.map { ($0.name, Icon($0.icon).renderedString()) }, uniquingKeysWith: { $1 })
      self.guides = guides
      self.assets = assets
      var common: [String: Any] = [
        "site": text.name,
        "title": Field.title.mark,
        "window": Field.window.mark,
        "description": Field.description.mark,
        "links": Field.links.mark,
        "manifest": SiteRoute.manifest.href.text,
        "content": Field.content.mark,
        "live": Field.live.mark,
        "account": Field.account.mark,
        "front": SiteRoute.front.href.text,
        "search": SiteRoute.search().href.text,
        "searchIcon": Icon(.search).renderedString(),
        "script": try assets.href(of: "live.js").text,
      ]
      if !text.footer.isEmpty { common["footer"] = text.footer }
      if let icon = try? assets.href(of: "icon.svg") { common["icon"] = icon.text }
      if let icon = try? assets.href(of: "apple-touch-icon.png") { common["touchIcon"] = icon.text }
      self.common = common
    }
  }

  /// Renders the template for a frame, and splits it at its fields.
  ///
  /// - Throws: `SettingsError` if a field is missing, or a public file.
  func parts(of frame: Document.Frame, _ values: Values) throws -> [Part] {
    let context = try Self.context(of: frame, values).merging(values.common) { $1 }
    return try Self.parts(of: template.render(context))
  }

  /// Returns the values that differ from frame to frame.
  private static func context(of frame: Document.Frame, _ values: Values) throws -> [String: Any] {
    let assets = values.assets
    var context: [String: Any] = [
      "dialog": frame.hasDialog,
      "waiting": frame.isWaiting,
      "editor": frame.audience == .editors,
      "reader": frame.audience == .readers,
      "onlooker": frame.audience == .onlookers,
      "stylesheet": try assets.href(of: Assets.styleSheet, in: frame.scheme).text,
      "guides": values.guides.map { guide in
        [
          "name": guide.name,
          "label": guide.title,
          "href": guide.name == frame.guide ? Field.home.mark : guide.href.text,
          "icon": values.icons[guide.name] ?? "",
          "isCurrent": guide.name == frame.guide,
        ] as [String: Any]
      },
    ]
    if let guide = frame.guide {
      context["guide"] = guide
      // For example "quakes.js".
      if let script = try? assets.href(of: "\(guide).js") { context["guideScript"] = script.text }
      // Modules that this script loads when they are needed.
      for (name, field) in [("player", "guidePlayer"), ("actions", "guideActions")] {
        context[field] = try? assets.href(of: "\(guide)-\(name).js").text
      }
    }
    let mayWrite = frame.audience.mayWrite && frame.guide == nil && !frame.isTool
    if mayWrite, values.guides.contains(where: \.keepsChanges) {
      context["changes"] = SiteRoute.changes().href.text
    }
    if frame.isTool { context["tools"] = try? assets.href(of: "tools.css").text }
    return context
  }

  /// Splits a rendered template at its markers.
  private static func parts(of text: String) throws -> [Part] {
    let pieces = text.utf8.split(separator: Field.delimiter, omittingEmptySubsequences: false)
    // Literals and field names alternate.
    let parts = pieces.enumerated().map { index, piece -> Part in
      let piece = String(Substring(piece))
      if !index.isMultiple(of: 2), let field = Field(rawValue: piece) { return .field(field) }
      return .literal(UnescapedHTML(trustedAndNeverFromInput: piece), piece)
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
        "the template document.mustache must contain <main{{{live}}}>, {{{content}}} and </main>, "
          + "each once and in this order.")
    }
    return parts
  }
}

/// Escapes text in templates in the same way as in all other HTML.
private struct TemplateText: MustacheContentType {
  static let name = "FIELDGUIDE"

  func escapeText(_ text: String) -> String { Text(text).renderedString() }
}
