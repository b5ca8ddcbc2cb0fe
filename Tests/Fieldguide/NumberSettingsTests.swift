import ImmutableUI
import Testing
import WebServer

@testable import Fieldguide
@testable import WebSite

@Suite("Settings that are numbers")
struct NumberSettingsTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    /// The default; `nil` for `off`.
    var defaultValue: Int?
    var range: ClosedRange<Int>
    var hasOff = false
    var read: @Sendable (ReadSettings) -> Int?
    var testDescription: String { name }

    init(
      _ name: String, _ defaultValue: Int?, _ range: ClosedRange<Int>, hasOff: Bool = false,
      _ read: @escaping @Sendable (ReadSettings) -> Int?
    ) {
      (self.name, self.defaultValue, self.range, self.hasOff, self.read) = (
        name, defaultValue, range, hasOff, read
      )
    }
  }

  static let rows = [
    Row("port", 8_080, 0...65_535) { port($0.endpoint) },
    Row("quakes-refresh", 1, 1...10_080, hasOff: true) { $0.own.quakesRefresh },
    Row("photos-limit", 5, 1...10_000) { $0.own.photosLimit },
    Row("page-cache", 64, 0...65_536) { $0.pageCache / 1_048_576 },
    Row("connections", 10_000, 1...1_000_000) { $0.limits.connections },
    Row("connections-per-client", 512, 1...1_000_000) { $0.limits.connectionsPerClient },
    Row("sending", 256, 1...1_048_576) { $0.limits.outstandingBytes / 1_048_576 },
    Row("sending-per-client", 16, 1...1_048_576) {
      $0.limits.outstandingBytesPerClient / 1_048_576
    },
    Row("streams", 4_000, 0...1_000_000) { $0.streams },
    Row("streams-per-client", 16, 0...1_000_000) { $0.streamsPerClient },
    Row("live-addresses", 1_000, 0...1_000_000) { $0.siteLimits.livePages.addresses },
    Row("live-memory", 64, 1...65_536) {
      $0.siteLimits.livePages.bytes / 1_048_576
    },
    Row("exports", 32, 0...1_000_000) { $0.exports },
    Row("exports-per-client", 4, 0...1_000_000) { $0.exportsPerClient },
    Row("posts-per-minute", 120, 0...1_000_000) { $0.postsPerMinute },
    Row("head-seconds", 10, 1...3_600) { $0.limits.headSeconds },
    Row("body-seconds", 30, 1...3_600) { $0.limits.bodySeconds },
    Row("idle-seconds", 30, 1...3_600) { $0.limits.idleSeconds },
    Row("answer-seconds", 30, 1...3_600) { $0.limits.responseSeconds },
    Row("target-bytes", 8_192, 256...16_384) { $0.limits.targetBytes },
    Row("form-bytes", 65_536, 1_024...16_777_216) { $0.limits.bodyBytes },
    Row("form-fields", 200, 10...10_000) { $0.formFields },
    Row("metrics-port", 9_464, 0...65_535, hasOff: true) { port($0.metrics) },
  ]

  private static func port(_ endpoint: Endpoint?) -> Int? {
    guard case .address(_, let port) = endpoint else { return nil }
    return port
  }

  @Test(arguments: rows)
  func `A number has a default and is read from each source`(_ row: Row) throws {
    #expect(row.read(try Given().read().settings) == row.defaultValue)
    for number in [row.range.lowerBound, row.range.upperBound] {
      for (place, given) in Given.everywhere(row.name, "\(number)") {
        #expect(row.read(try given.read().settings) == number, "\(place)")
      }
    }
  }

  @Test(arguments: rows)
  func `An invalid number is rejected with its place and range`(_ row: Row) {
    let bounds = "a number from \(row.range.lowerBound) to \(row.range.upperBound)"
    let expected = bounds + (row.hasOff ? ", or off" : "")
    for text in ["\(row.range.lowerBound - 1)", "\(row.range.upperBound + 1)"] {
      for (place, given) in Given.everywhere(row.name, text) {
        #expect(given.problem() == "\(place) is “\(text)”; it must be \(expected).")
      }
    }
    let off = row.hasOff ? [] : ["off"]
    for text in ["", " ", "x", "1.5", "1e1", "0x10", " 20", "20 ", "1_000", "٣", "Off"] + off {
      let given = Given(options: [row.name: [text]])
      #expect(given.problem() == "--\(row.name) is “\(text)”; it must be \(expected).")
    }
  }

  @Test(arguments: rows.filter(\.hasOff))
  func `Off disables a setting`(_ row: Row) throws {
    for (place, given) in Given.everywhere(row.name, "off") {
      #expect(row.read(try given.read().settings) == nil, "\(place)")
    }
  }

  @Test func `A number in the file may be unquoted`() throws {
    #expect(try Given(file: #"{"photos-limit": 12}"#).read().settings.own.photosLimit == 12)
  }
}
