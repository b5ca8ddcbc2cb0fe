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
    /// The address for signing in, which redirects back to the page.
    case signIn
    case content
    case mainStart
    case mainEnd

    /// A private-use character, which no template contains.
    static let delimiter = "\u{E000}"

    /// The text that represents the field in a rendered template.
    var mark: String { Self.delimiter + rawValue + Self.delimiter }
  }

  private let template: MustacheTemplate

  /// Reads `document.mustache` from a folder, or the built-in template.
  ///
  /// - Throws: `SettingsError` if the template is missing or malformed.
  init(folder: URL?) throws {
    guard let file = folder?.appendingPathComponent("document.mustache") else {
      try self.init(text: BuiltInFiles.template, name: "document.mustache")
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
    do {
      template = try MustacheTemplate(string: "{{% CONTENT_TYPE: \(TemplateText.name)}}" + text)
    } catch let error as MustacheTemplate.ParserError {
      throw SettingsError(
        "the template \(name) has a syntax error in line \(error.context.lineNumber): "
          + "\(error.context.line)")
    } catch {
      throw SettingsError("the template \(name) has a syntax error.")
    }
  }

  /// Renders the template for a frame, and splits it at its fields.
  func parts(
    of frame: Document.Frame, text: SiteText, guides: [GuideSummary], assets: Assets
  ) throws -> [Part] {
    try Self.parts(
      of: template.render(
        Self.context(of: frame, text: text, guides: guides, assets: assets)))
  }

  private static func context(
    of frame: Document.Frame, text: SiteText, guides: [GuideSummary], assets: Assets
  ) throws -> [String: Any] {
    var context: [String: Any] = [
      "site": text.name,
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
      "stylesheet": try assets.href(of: Assets.styleSheet, in: frame.scheme).text,
      "guides": guides.map { guide in
        [
          "name": guide.name,
          "label": guide.title,
          "href": guide.href.text,
          "icon": Icon(guide.icon).renderedString(),
          "isCurrent": guide.name == frame.guide,
        ] as [String: Any]
      },
    ]
    if !text.footer.isEmpty { context["footer"] = text.footer }
    if let icon = try? assets.href(of: "icon.svg") { context["icon"] = icon.text }
    if let icon = try? assets.href(of: "apple-touch-icon.png") { context["touchIcon"] = icon.text }
    if let guide = frame.guide { context["guide"] = guide }
    if frame.isTool { context["tools"] = try? assets.href(of: "tools.css").text }
    return context
  }

  /// Splits a rendered template at its markers and around its main element.
  private static func parts(of text: String) throws -> [Part] {
    let pieces = text.replacingOccurrences(of: "<main", with: "\(Field.mainStart.mark)<main")
      .replacingOccurrences(of: "</main>", with: "</main>\(Field.mainEnd.mark)")
      .components(separatedBy: Field.delimiter)
    // Literals and field names alternate.
    let parts = pieces.enumerated().map { index, piece -> Part in
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
