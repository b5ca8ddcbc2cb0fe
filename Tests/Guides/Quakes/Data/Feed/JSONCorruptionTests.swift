import Foundation
import TestSupport
import Testing

@testable import QuakesData

/// Arbitrary bytes lead to a value or an error, never to a trap.
@Suite struct JSONCorruptionTests {
  private static let document = #"""
    {"metadata":{"generated":1753585188000,"status":200},"features":[{"properties":{"mag":-1.5e0,
    "place":"9 km NE of Pāhala \"\ud83c\udf0b\u00e9\"","time":1753580000000,"x":[true,false,null]},
    "geometry":{"coordinates":[10.5,20.25,33]},"id":"us7000good1"}]}
    """#

  /// Returns true if the bytes are JSON.
  private func run(_ bytes: [UInt8]) -> Bool {
    let value = try? JSONValue(bytes)
    var reader = JSONReader(bytes, isTolerant: true)
    let tolerated = try? reader.value()
    _ = try? FeedDecoder.decode(bytes)
    #expect(value == nil || tolerated == value)
    return value != nil
  }

  @Test func `Every truncation is refused`() {
    let bytes = Array(Self.document.utf8)
    #expect(run(bytes))
    for count in 0..<bytes.count {
      #expect(!run(Array(bytes.prefix(count))))
    }
  }

  @Test func `Every replaced byte is parsed or refused`() {
    let bytes = Array(Self.document.utf8)
    for index in bytes.indices {
      for byte in [0x00, 0x22, 0x2C, 0x30, 0x5C, 0x5B, 0x7B, 0x7D, 0x80, 0xED, 0xFF] as [UInt8] {
        var damaged = bytes
        damaged[index] = byte
        _ = run(damaged)
      }
    }
  }

  @Test func `Every removed byte is parsed or refused`() {
    let bytes = Array(Self.document.utf8)
    for index in bytes.indices {
      var damaged = bytes
      damaged.remove(at: index)
      _ = run(damaged)
    }
  }

  @Test func `Random bytes are parsed or refused`() {
    var generator = SeededGenerator(seed: 4)
    let alphabet = Array("{}[]\",:\\u0129dDeE+-. \ntrfalsn".utf8) + [0x00, 0x80, 0xC3, 0xFF]
    for _ in 0..<Cases.count(3_000) {
      let count = Int.random(in: 0..<40, using: &generator)
      _ = run((0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 })
    }
  }

  @Test(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
  func `Mutations of a feed are parsed or refused`() throws {
    let data = try #require(Fixtures.data("quakes/all_hour_2021-12-04.geojson"))
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<Cases.count(120) {
      var bytes = [UInt8](data)
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = .random(in: 0...255, using: &generator)
        case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        default: bytes.removeSubrange(index..<min(index + 20, bytes.count))
        }
      }
      _ = run(bytes)
    }
  }
}
