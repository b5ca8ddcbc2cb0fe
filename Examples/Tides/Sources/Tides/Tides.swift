import Foundation
import WebClient

/// The predicted heights of the water at a station.
struct Tides: Codable, Hashable, Sendable {
  struct Height: Codable, Hashable, Sendable {
    /// The day and the time of the station, such as "2026-05-04" and "06:30".
    let day, time: String
    let metres: Double
  }

  var heights: [Height]
  var fetched: Date

  /// The days with predictions, in order.
  var days: [String] { Set(heights.map(\.day)).sorted() }
}

extension Tides {
  /// Decodes the answer of the service: `{"predictions":[{"t":"2026-05-04 06:30","v":"1.2"}]}`.
  init(json: [UInt8], fetched: Date = .now) throws {
    struct Answer: Decodable {
      struct Prediction: Decodable { let t, v: String }
      let predictions: [Prediction]
    }
    heights = try JSONDecoder().decode(Answer.self, from: Data(json)).predictions.compactMap {
      let parts = $0.t.split(separator: " ").map(String.init)
      guard parts.count == 2, let metres = Double($0.v), metres.isFinite else { return nil }
      return Height(day: parts[0], time: parts[1], metres: metres)
    }
    self.fetched = fetched
  }

  /// Asks the service.
  static func fetch(from url: URL, by client: WebClient) async throws -> Tides? {
    guard case .content(let json, _) = try await client.get(url) else { return nil }
    return try Tides(json: json)
  }
}
