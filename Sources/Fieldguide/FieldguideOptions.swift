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
  static let versionDetails =
    ["date: \(String(cString: fieldguide_date()))"]
    + String(cString: fieldguide_dependencies()).split(separator: "\n").map { "package: \($0)" }
  static let abstract = "Serve live guides to animals, earthquakes, dog breeds and photos."

  @Setting(
    "The URL of the earthquake feeds, or a folder of feeds.",
    service: RemoteStore.usgs.absoluteString, named: "the USGS feeds")
  var quakesFeeds: URL
  @Setting("The minutes between refreshes of the earthquakes; off disables them.", in: 1...10_080)
  var quakesRefresh: Int? = 1
  @Setting("The URL of the dog breeds API, or a folder.", service: DogAPI.ceo, named: "Dog CEO")
  var dogs: URL
  @Setting(
    "The URL of the photos API, or a folder of pictures.",
    service: PhotosRemoteStore.jsonPlaceholder.absoluteString, named: "JSONPlaceholder")
  var photos: URL
  @Setting("The number of photos to request from a service.", in: PhotosRemoteStore.limits)
  var photosLimit = 5
}
