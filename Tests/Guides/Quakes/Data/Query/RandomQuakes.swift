import Foundation
import TestSupport

@testable import QuakesData

/// A reproducible generator of quakes in which rare values are frequent.
struct RandomQuakes {
  private var random: SeededGenerator
  private var made = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  static func quakes(_ count: Int, seed: UInt64) -> [Quake] {
    var random = RandomQuakes(seed: seed)
    return random.next(count)
  }

  /// Names and their folded forms.
  static let names = [
    "10 km N of San José, Costa Rica": "10 km n of san jose, costa rica",
    "5km WSW of Pāhala, Hawaii": "5km wsw of pahala, hawaii",
    "Kuril’sk, Russia": "kuril'sk, russia",
    "ʻOhonua, Tonga": "'ohonua, tonga",
    "South Sandwich Islands region": "south sandwich islands region",
    "Fiji": "fiji",
    "": "",
    "２ km E of Ｔｏｋｙｏ": "2 km e of tokyo",
    "Ålesund\nNorway": "alesund norway",
  ]

  private static let sortedNames = names.keys.sorted()

  static let types = [
    "earthquake", "earthquake", "earthquake", "earthquake", "quarry blast", "quarry", "explosion",
    "ice quake", "moonquake", "Earthquake", "",
  ]

  mutating func next() -> Quake {
    made += 1
    return next(id: "q\(made)")
  }

  mutating func next(_ count: Int) -> [Quake] { (0..<count).map { _ in next() } }

  /// Returns a quake within thirty days before `noon`. Some share their time,
  /// magnitude or place.
  mutating func next(id: Quake.ID) -> Quake {
    Quake.of(
      id, magnitude(), time: -Double(number(0...(one(in: 4) ? 2_592 : 2_592_000_000))) / 1000,
      updated: Double(number(0...9)), name: element(of: Self.sortedNames),
      longitude: longitude(), latitude: one(in: 9) ? 20 : Double(number(-9_000...9_000)) / 100,
      depth: one(in: 9) ? nil : Double(number(-30...7_000)) / 10, type: element(of: Self.types))
  }

  private mutating func magnitude() -> Double? {
    if one(in: 20) { return nil }
    // With the noise of a `Float`, or just below half a tenth.
    if one(in: 6) { return Double(Float(number(-164...795)) / 100) }
    if one(in: 20) { return Double(number(-1...7)) + 0.44999995 }
    return one(in: 4) ? Double(number(-1...7)) + 0.45 : Double(number(-164...795)) / 100
  }

  private mutating func longitude() -> Double {
    switch number(0...5) {
    case 0: element(of: [-180, -179.99, 179.99, 180, 0, 10])
    case 1: Double(number(17_000...18_000)) / 100 * (one(in: 2) ? 1 : -1)
    default: Double(number(-18_000...18_000)) / 100
    }
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func one(in count: Int) -> Bool { number(1...count) == 1 }

  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  /// Returns some of the quakes in random order.
  mutating func some(_ count: Int, of quakes: [Quake]) -> [Quake] {
    Array(quakes.shuffled(using: &random).prefix(count))
  }
}

extension Sequence<Quake> {
  /// The quakes sorted by time and ID.
  var inOrder: [Quake] { sorted { ($0.time, $0.id) < ($1.time, $1.id) } }
}
