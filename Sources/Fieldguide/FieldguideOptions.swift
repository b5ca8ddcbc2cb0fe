import ArgumentParser
import BreedsData
import Foundation
import PhotosData
import QuakesData
import WebSite

/// The options of Fieldguide: the services that its data come from.
struct FieldguideOptions: SiteOptions {
  static let program = "fieldguide"
  static let version = "1.0"
  static let abstract = "Guides to animals and more, as pages that are functions of one state."

  @Option(
    help: "Where the earthquake feeds are. (default: those of USGS)")
  var quakesFeeds: String?

  @Option(help: "Minutes between refreshes of the earthquakes, or off. (default: 15)")
  var quakesRefresh: String?

  @Option(help: "Where the dog API is. (default: that of Dog CEO)")
  var dogs: String?

  @Option(help: "Where the photos are. (default: JSONPlaceholder)")
  var photos: String?

  @Option(help: "How many photos are asked for. (default: 5)")
  var photosLimit: String?

  /// The options as read.
  struct Values: Sendable {
    var quakesFeeds: URL
    /// `nil` where only visitors refresh the earthquakes.
    var quakesRefresh: Duration?
    var dogs: URL
    var photos: URL
    var photosLimit: Int
  }

  static func values(from settings: SettingsReader) throws -> Values {
    Values(
      quakesFeeds: try settings.address("quakes-feeds", RemoteStore.usgs.absoluteString),
      quakesRefresh: try settings.numberOrOff("quakes-refresh", 15, in: 1...10_080)
        .map { .seconds($0 * 60) },
      dogs: try settings.address("dogs", DogAPI.ceo),
      photos: try settings.address("photos", PhotosRemoteStore.jsonPlaceholder.absoluteString),
      photosLimit: try settings.number("photos-limit", 5, in: PhotosRemoteStore.limits))
  }
}
