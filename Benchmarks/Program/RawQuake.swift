import Foundation
import QuakesData

/// A quake in the representation of the hand-written renderer.
struct RawQuake: Sendable {
  let id: String
  let name: String
  let tenths: Int
  let colour: String
  let depth: Int
  /// Seconds since 1970.
  let time: Int

  /// Creates the quake with a number, the same in each run.
  init(number: Int) {
    id = "us7000k\(number)"
    let places = [
      "10 km N of Ovalle, Chile", "south of the Fiji Islands", "8 km NW of The Geysers, CA",
      "83 km SE of Pangai, Tonga & Niue", "44 km NNE of Port-Olry, Vanuatu",
      "Kuril'sk, Russia", "9 km NE of Pāhala, Hawaii", "Volcano Islands, Japan region",
    ]
    name = places[number % places.count]
    tenths = 1 + number * 37 % 78
    colour =
      switch tenths {
      case ..<10: "mag-0"
      case ..<20: "mag-1"
      case ..<30: "mag-2"
      case ..<50: "mag-3"
      case ..<70: "mag-5"
      default: "mag-7"
      }
    depth = 5 + number * 61 % 600
    time = SamplePage.now - 7 - number * 1_733
  }

  /// The same quake in the representation of the site.
  var quake: Quake {
    let date = Date(timeIntervalSince1970: Double(time))
    return Quake(
      quakeId: id, magnitude: Double(tenths) / 10, time: date, updated: date, name: name,
      longitude: 0, latitude: 0, depth: Double(depth), status: .reviewed)
  }
}
