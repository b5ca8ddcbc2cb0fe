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
  ///   - options: the settings of this site.
  ///   - dataFolder: the folder of the database files.
  ///   - sharedStorage: the database that several instances share.
  ///   - logger: the log.
  package func parts(
    _ options: Options.Values, dataFolder: URL, sharedStorage: SharedStorage?, logger: Logger
  ) throws -> (guides: [any Guide], handler: Handler) {
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
