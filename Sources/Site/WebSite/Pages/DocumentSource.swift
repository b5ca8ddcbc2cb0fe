package import Foundation

/// A site's templates and public files: those in the program, and those of folders.
package struct SiteFiles: Sendable {
  /// The folder of the templates; `nil` for those in the program.
  let templates: URL?
  /// The folder of the public files; `nil` for those in the program alone.
  let publicFiles: URL?
  let embedded: ProgramFiles
  let schemes: [ColourScheme]
  /// The public files as of startup.
  let assets: Assets

  /// - Parameter schemes: the colour schemes for which a style sheet is created
  ///   that ignores the preference of the browser.
  /// - Throws: `SettingsError` if a file cannot be read.
  init(
    templates: URL?, publicFiles: URL?, embedded: ProgramFiles, schemes: [ColourScheme]
  ) throws {
    self.templates = templates
    self.publicFiles = publicFiles
    self.embedded = embedded
    self.schemes = schemes
    assets = try Assets(folder: publicFiles, embedded: embedded, schemes: schemes)
  }

  /// The files of two folders.
  package init(templates: URL, publicFiles: URL) throws {
    try self.init(
      templates: templates, publicFiles: publicFiles, embedded: ProgramFiles(), schemes: [])
  }

  init(_ settings: Settings, _ embedded: ProgramFiles) throws {
    try self.init(
      templates: settings.templates, publicFiles: settings.public, embedded: embedded,
      schemes: settings.schemes)
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
    var assets = try Assets(
      folder: files.publicFiles, embedded: files.embedded, schemes: files.schemes)
    assets.keep(earlier)
    return try document(with: assets)
  }

  private func document(with assets: Assets) throws -> Document {
    var assets = assets
    assets.addStyleSheet(for: guides)
    var document = try Document(
      DocumentTemplate(folder: files.templates, embedded: files.embedded), text: text,
      guides: guides, assets: assets)
    document.outages = outages
    return document
  }
}
