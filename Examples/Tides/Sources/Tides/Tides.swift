import Foundation

/// The predicted heights of the water at a station, in order.
struct Tides: Codable, Hashable, Sendable {
  struct Height: Codable, Hashable, Sendable {
    /// The day and the time of the station, such as "2026-05-04" and "06:30".
    let day, time: String
    let metres: Double
  }

  var heights: [Height]

  /// The days with predictions, in order.
  var days: [String] { Set(heights.map(\.day)).sorted() }
}

extension Tides {
  /// Decodes an answer of the service, without the predictions that cannot be read:
  /// `{"predictions":[{"t":"2026-05-04 06:30","v":"1.234"}]}`.
  init(json: [UInt8]) throws {
    struct Answer: Decodable {
      struct Prediction: Decodable { let t, v: String }
      let predictions: [Prediction]
    }
    heights = try JSONDecoder().decode(Answer.self, from: Data(json)).predictions.compactMap {
      let parts = $0.t.split(separator: " ").map(String.init)
      guard parts.count == 2, let metres = Double($0.v), metres.isFinite else { return nil }
      return Height(day: parts[0], time: parts[1], metres: metres)
    }
  }
}
