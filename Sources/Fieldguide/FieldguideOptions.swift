import ArgumentParser
import BreedsData
import CCommit
import Foundation
import PhotosData
import QuakesData
import WebSite

/// The options of Fieldguide: the services that its data come from.
struct FieldguideOptions: SiteOptions {
  static let program = "fieldguide"
  static let version = "1.0"
  static let commit: String? = {
    let commit = String(cString: fieldguide_commit())
    return commit.isEmpty ? nil : commit
  }()
  static let abstract = "Serve live guides to animals, earthquakes, dog breeds and photos."

  @Option(
    help: "The URL of the earthquake feeds, or a folder of feeds. (default: the USGS feeds)")
  var quakesFeeds: String?

  @Option(
    help: "The minutes between refreshes of the earthquakes; off disables them. (default: 15)")
  var quakesRefresh: String?

  @Option(help: "The URL of the dog breeds API, or a folder. (default: Dog CEO)")
  var dogs: String?

  @Option(help: "The URL of the photos API, or a folder. (default: JSONPlaceholder)")
  var photos: String?

  @Option(help: "The number of photos to fetch. (default: 5)")
  var photosLimit: String?

  /// The values of the options.
  struct Values: Sendable {
    var quakesFeeds: URL
    /// The interval between refreshes; `nil` if only visitors refresh the
    /// earthquakes.
    var quakesRefresh: Duration?
    var dogs: URL
    var photos: URL
    var photosLimit: Int
  }

  static func values(from settings: SettingsReader) throws -> Values {
    Values(
      quakesFeeds: try settings.service("quakes-feeds", RemoteStore.usgs.absoluteString),
      quakesRefresh: try settings.numberOrOff("quakes-refresh", 15, in: 1...10_080)
        .map { .seconds($0 * 60) },
      dogs: try settings.service("dogs", DogAPI.ceo),
      photos: try settings.service("photos", PhotosRemoteStore.jsonPlaceholder.absoluteString),
      photosLimit: try settings.number("photos-limit", 5, in: PhotosRemoteStore.limits))
  }
}
