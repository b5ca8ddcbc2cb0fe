package import Foundation
import ImmutableUI
package import Markup
import Mustache

/// What stands around every page: head, navigation and footer, from the
/// templates.
///
/// A template costs far more than writing bytes. So it is rendered at start,
/// once for each guide with and without a dialog, and cut where the title and
/// the content go.
package struct Document: Sendable {
  private enum Part: Sendable {
    case literal(UnescapedHTML)
    case title
    case content
  }

  private struct Variant: Hashable {
    let guide: Guide?
    let hasDialog: Bool
  }

  package let assets: Assets
  private let variants: [Variant: [Part]]
  private let error: MustacheTemplate

  /// Reads `document.mustache` and `error.mustache`.
  ///
  /// - Throws: `SettingsError` where one is missing or broken.
  package init(folder: URL, assets: Assets) throws {
    self.assets = assets
    let document = try Self.template("document", in: folder)
    error = try Self.template("error", in: folder)
    var variants: [Variant: [Part]] = [:]
    for guide in [nil] + Guide.allCases.map(Optional.some) {
      for hasDialog in [false, true] {
        let context = try Self.context(guide: guide, hasDialog: hasDialog, assets: assets)
        variants[Variant(guide: guide, hasDialog: hasDialog)] = try Self.parts(
          of: document.render(context))
      }
    }
    self.variants = variants
  }

  /// A whole document.
  ///
  /// - Parameter onFragment: hears the label of each fragment that is rendered.
  package func render(
    title: String, guide: Guide?, hasDialog: Bool = false, content: some HTML,
    onFragment: (@Sendable (String) -> Void)? = nil
  ) -> Bytes {
    var writer = ByteWriter(onFragment: onFragment)
    for part in variants[Variant(guide: guide, hasDialog: hasDialog)] ?? [] {
      switch part {
      case .literal(let html): html.render(into: &writer)
      case .title: writer.append(escaping: title)
      case .content: content.render(into: &writer)
      }
    }
    return writer.finish()
  }

  /// A page that says why there is no other.
  func render(error page: ErrorPage) -> Bytes {
    let context: [String: Any] = [
      "title": page.title,
      "message": page.message,
      "reasons": page.reasons,
      "status": page.status,
      "requestID": page.requestID,
      "ways": page.ways.enumerated().map { index, way in
        ["label": way.label, "href": way.href.text, "style": index == 0 ? "primary" : ""]
      },
    ]
    return render(
      title: page.title, guide: page.guide,
      content: UnescapedHTML(trustedAndNeverFromInput: error.render(context)))
  }
}

/// Why there is no other page.
struct ErrorPage {
  var status: String
  var title: String
  var message: String
  var reasons: [String] = []
  var ways: [NotFound.Way] = []
  var guide: Guide?
  /// Names the request in the log.
  var requestID: String
}

extension Document {
  private static func template(_ name: String, in folder: URL) throws -> MustacheTemplate {
    let file = folder.appendingPathComponent("\(name).mustache")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw SettingsError("the template \(file.path) cannot be read.")
    }
    do {
      return try MustacheTemplate(string: text)
    } catch let error as MustacheTemplate.ParserError {
      throw SettingsError(
        "the template \(file.path) is broken in line \(error.context.lineNumber): "
          + "\(error.context.line)")
    } catch {
      throw SettingsError("the template \(file.path) is broken.")
    }
  }

  // Characters for private use: no template has them.
  private static let titleMark = "\u{E000}"
  private static let contentMark = "\u{E001}"

  private static func context(
    guide current: Guide?, hasDialog: Bool, assets: Assets
  ) throws -> [String: Any] {
    [
      "title": titleMark,
      "content": contentMark,
      "guide": current?.rawValue ?? "",
      "dialog": hasDialog,
      "front": SiteRoute.front.href.text,
      "stylesheet": try assets.href(of: "fieldguide.css").text,
      "icon": try assets.href(of: "icon.svg").text,
      "guides": Guide.allCases.map { guide in
        [
          "name": guide.rawValue,
          "label": guide.label,
          "href": guide.href.text,
          "icon": Icon(guide.icon).renderedString(),
          "isCurrent": guide == current,
        ] as [String: Any]
      },
    ]
  }

  /// Cuts a rendered template at its marks.
  private static func parts(of text: String) throws -> [Part] {
    var parts: [Part] = []
    var literal = ""
    var contents = 0
    for character in text.unicodeScalars {
      let part: Part
      switch String(character) {
      case titleMark: part = .title
      case contentMark:
        part = .content
        contents += 1
      default:
        literal.unicodeScalars.append(character)
        continue
      }
      parts += [.literal(UnescapedHTML(trustedAndNeverFromInput: literal)), part]
      literal = ""
    }
    guard contents == 1 else {
      throw SettingsError("the template document.mustache has to hold {{{content}}} once.")
    }
    return parts + [.literal(UnescapedHTML(trustedAndNeverFromInput: literal))]
  }
}
