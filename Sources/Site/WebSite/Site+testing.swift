package import Foundation
import ImmutableUI
package import Logging
package import SharedLog
package import WebServer

extension Site {
  /// Creates the guides of the site, and the function that responds to requests, with
  /// the default settings of the program.
  ///
  /// - Parameters:
  ///   - texts: the settings that only this site has, by the names of their options.
  ///   - dataFolder: the folder of the database files.
  ///   - sharedStorage: the database that several instances share.
  ///   - logger: the log.
  /// - Throws: an error that names the setting and its valid values.
  package func parts(
    settings texts: [String: String], dataFolder: URL, sharedStorage: SharedStorage?,
    logger: Logger
  ) throws -> (guides: [any Guide], handler: Handler) {
    let names = declaredSettings(of: Options()).map(\.name)
    if let name = texts.keys.first(where: { !names.contains($0) }) {
      throw SettingsError("“\(name)” is not a setting of \(Options.program).")
    }
    let options = try SettingsReader(
      program: Options.program, names: names, options: texts.mapValues { [$0] }, environment: [:]
    ).read(Options())
    let files = try SiteFiles(templates: nil, publicFiles: nil)
    let guides = try guides(
      GuideContext(
        dataFolder: dataFolder, sharedStorage: sharedStorage, logger: logger, observer: nil,
        userAgent: text.name, inspection: nil, assets: files.assets), options)
    let responder = try Responder(
      guides: guides,
      document: DocumentSource(files: files, text: text, guides: guides).document(),
      readiness: Readiness(guides.map(\.readiness)),
      positions: LogPositions(storage: sharedStorage), logger: logger)
    return (guides, responder.reply(to:))
  }
}
