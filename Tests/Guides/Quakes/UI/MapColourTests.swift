import Foundation
import TestSupport
import Testing

/// The colours of the dots in the style sheet. Each scale leads in one
/// direction, for everybody.
@Suite struct MapColourTests {
  private static let scales: [[String]] = [
    (0...3).map { "age-\($0)" }, (0...5).map { "deep-\($0)" },
    [0, 1, 2, 3, 5, 7].map { "mag-\($0)" },
  ]

  /// The linear parts of red, green and blue.
  private typealias Light = SIMD3<Double>

  /// Returns the custom properties of the first block in one scheme.
  private static func colours(isDark: Bool) throws -> [String: Light] {
    let url = Fixtures.packageRoot.appending(path: "Public/fieldguide.css")
    let text = try String(contentsOf: url, encoding: .utf8)
    let block = text.components(separatedBy: ":root {").dropFirst().first?.prefix { $0 != "}" }
    let property = #/--([a-z0-9-]+): (?:light-dark\()?#([0-9a-f]{6})(?:, #([0-9a-f]{6}))?\)?;/#
    var colours: [String: Light] = [:]
    for match in (block ?? "").matches(of: property) {
      let number = Int(isDark ? match.3 ?? match.2 : match.2, radix: 16) ?? 0
      func part(_ shift: Int) -> Double {
        let value = Double(number >> shift & 255) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      colours[String(match.1)] = Light(part(16), part(8), part(0))
    }
    return colours
  }

  /// The three kinds of missing cones, and none. Brettel, Viénot and Mollon, as
  /// matrices of Machado, Oliveira and Fernandes (2009).
  /// https://doi.org/10.1109/TVCG.2009.113
  private static let visions: [(name: String, rows: [Light])] = [
    ("all cones", [Light(1, 0, 0), Light(0, 1, 0), Light(0, 0, 1)]),
    (
      "no long cones",
      [
        Light(0.152286, 1.052583, -0.204868), Light(0.114503, 0.786281, 0.099216),
        Light(-0.003882, -0.048116, 1.051998),
      ]
    ),
    (
      "no medium cones",
      [
        Light(0.367322, 0.860646, -0.227968), Light(0.280085, 0.672501, 0.047413),
        Light(-0.011820, 0.042940, 0.968881),
      ]
    ),
    (
      "no short cones",
      [
        Light(1.255528, -0.076749, -0.178779), Light(-0.078411, 0.930809, 0.147602),
        Light(0.004733, 0.691367, 0.303900),
      ]
    ),
  ]

  /// Returns the lightness L* of a colour, from 0 to 100.
  private static func lightness(_ light: Light, _ rows: [Light]) -> Double {
    let seen = rows.map { max(($0 * light).sum(), 0) }
    let luminance = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]
    return luminance > 0.008856 ? 116 * cbrt(luminance) - 16 : 903.3 * luminance
  }

  @Test(arguments: scales, [false, true])
  func `The lightness of a scale is monotone for everybody`(scale: [String], isDark: Bool) throws {
    let colours = try Self.colours(isDark: isDark)
    for vision in Self.visions {
      let values = try scale.map { try Self.lightness(#require(colours[$0]), vision.rows) }
      let steps = zip(values, values.dropFirst()).map { $1 - $0 }
      let sign = steps[0] > 0 ? 1.0 : -1
      #expect(
        steps.allSatisfy { $0 * sign >= 5 },
        "\(scale[0]) for \(vision.name): \(values.map { Int($0) })")
    }
  }

  @Test(arguments: [false, true]) func `The largest earthquakes are the reddest`(
    isDark: Bool
  ) throws {
    let colours = try Self.colours(isDark: isDark)
    let shares = try [3, 5, 7].map {
      let light = try #require(colours["mag-\($0)"])
      return light.x / light.sum()
    }
    #expect(shares == shares.sorted(), "\(shares)")
  }
}
