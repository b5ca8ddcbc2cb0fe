package import AnimalsUI
package import BreedsUI
package import Foundation
package import HTTPTypes
package import ImmutableUI
import Inspector
package import Logging
import Metrics
package import PhotosUI
package import QuakesUI
import WebServer

/// Answers every request of the site: from the address to the response.
package final class Site: Sendable {
  private let fixedDocument: Document
  let tools: Tools
  let animals: AnimalsRoot
  let quakes: QuakesRoot
  let breeds: BreedsRoot
  /// The content security policy of pages with pictures from elsewhere.
  let breedsPolicy: String
  let pictureOrigins: [String]
  let photos: PhotosRoot
  let front: FrontRoot
  let pages: PageCache
  let live: LivePages
  let streams: ConcurrencyLimit
  let exports: ConcurrencyLimit
  let access: Access
  /// How many fields a form may have.
  let formFields: Int
  /// What every response has.
  package let commonFields: HTTPFields
  /// Whether it can do what visitors will ask of it.
  package let readiness: Readiness
  let requests = RequestMetrics()
  let logger: Logger
  private let crossOriginLog: LogThrottle
  let logsRequests: Bool

  package init(
    document: Document, animals: AnimalsRoot, quakes: QuakesRoot, breeds: BreedsRoot,
    photos: PhotosRoot, pictureOrigins: [String], cache: PageCache.Limits = .init(),
    streams: ConcurrencyLimit = .init(total: 4_000, perClient: 16),
    exports: ConcurrencyLimit = .init(total: 32, perClient: 4),
    livePages: LivePages.Limits = .init(), access: Access = .init(), formFields: Int = 100,
    tools: Tools = Tools(), isSecure: Bool = false, readiness: Readiness = Readiness(),
    now: @escaping @Sendable () -> Date = { .now }, logger: Logger
  ) {
    fixedDocument = document
    self.tools = tools
    self.animals = animals
    self.quakes = quakes
    self.breeds = breeds
    breedsPolicy = SecurityFields.contentSecurityPolicy(pictureOrigins: pictureOrigins)
    self.pictureOrigins = pictureOrigins
    self.photos = photos
    front = FrontRoot(animals: animals, quakes: quakes, breeds: breeds, photos: photos)
    self.access = access
    self.formFields = formFields
    commonFields = SecurityFields.common(isSecure: isSecure)
    self.readiness = readiness
    self.logger = logger
    logsRequests = logger.logLevel <= .info
    let seconds: @Sendable () -> Int = { ClockMinute.seconds(of: now()) }
    crossOriginLog = LogThrottle(logger, now: seconds)
    pages = PageCache(limits: cache, now: seconds)
    self.streams = streams
    self.exports = exports
    live = LivePages(limits: livePages, observer: tools.observer)
    live.update(Self.group(of: nil), at: front.makeRevisions())
    live.update(Self.group(of: .animals), at: animals.makeRevisions())
    live.update(Self.group(of: .quakes), at: quakes.makeRevisions())
    live.update(Self.group(of: .breeds), at: breeds.makeRevisions())
    live.update(Self.group(of: .photos), at: photos.makeRevisions())
    if let inspection = tools.inspection {
      live.update(Inspector.group, at: inspection.inspector.makeRevisions())
    }
    live.startClock(now: seconds)
  }

  func log(_ refusal: CrossOrigin.Refusal, of request: Request, _ requestID: String) {
    crossOriginLog.log(
      "a request from another site was refused",
      metadata: [
        "id": "\(requestID)", "client": "\(request.client.address)", "reason": "\(refusal.text)",
      ])
  }

  /// What stands around every page.
  var document: Document { tools.reloading?.document ?? fixedDocument }

  /// What became of rendered pages so far, for the log.
  package var cacheCounts: PageCache.Counts { pages.counts }
}
