package import Foundation

/// The folders of a site's templates and public files.
package struct SiteFiles: Sendable {
  /// The folder of the templates; `nil` for the built-in ones.
  let templates: URL?
  /// The folder of the public files; `nil` for the built-in ones alone.
  let publicFiles: URL?
  let schemes: [ColourScheme]
  /// The public files as of startup.
  let assets: Assets

  /// - Parameter schemes: the colour schemes for which a style sheet is created
  ///   that ignores the preference of the browser.
  /// - Throws: `SettingsError` if a file cannot be read.
  package init(templates: URL?, publicFiles: URL?, schemes: [ColourScheme] = []) throws {
    self.templates = templates
    self.publicFiles = publicFiles
    self.schemes = schemes
    assets = try Assets(folder: publicFiles, schemes: schemes)
  }

  init(_ settings: Settings) throws {
    try self.init(
      templates: settings.templates, publicFiles: settings.public, schemes: settings.schemes)
  }

  var folders: [URL] { [templates, publicFiles].compactMap { $0 } }
}

/// Creates the document of a site from its files.
package struct DocumentSource: Sendable {
  let files: SiteFiles
  private let text: SiteText
  private let guides: [GuideSummary]
  /// The outages of the shared database; `nil` if there is no such database.
  var outages: DatabaseOutages?

  package init(files: SiteFiles, text: SiteText, guides: [any Guide]) {
    self.files = files
    self.text = text
    self.guides = guides.map { GuideSummary($0) }
  }

  /// Creates the document from the files as of startup.
  ///
  /// - Throws: `SettingsError` if the template is missing or malformed.
  package func document() throws -> Document { try document(with: files.assets) }

  /// Creates the document after reading all files again.
  ///
  /// - Parameter earlier: files that stay available under their addresses.
  func document(keeping earlier: Assets) throws -> Document {
    var assets = try Assets(folder: files.publicFiles, schemes: files.schemes)
    assets.keep(earlier)
    return try document(with: assets)
  }

  private func document(with assets: Assets) throws -> Document {
    var assets = assets
    assets.addStyleSheet(for: guides)
    var document = try Document(
      DocumentTemplate(folder: files.templates), text: text, guides: guides, assets: assets)
    document.outages = outages
    return document
  }
}
