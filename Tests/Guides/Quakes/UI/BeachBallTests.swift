import Foundation
import TestSupport
import Testing

@testable import QuakesData
@testable import QuakesUI

/// The picture of a mechanism, ray by ray.
@Suite struct BeachBallTests {
  private static let planes = [
    (5.0, 80.0, -6.0), (0, 90, 0), (0, 90, 180), (0, 45, 90), (0, 45, -90), (226, 38, 141),
    (354, 71, 62), (299.27, 44, -91), (90, 10, 90), (90, 0, 0), (123, 89.9, 0.1), (45, 30, -45),
    (360, 90, 90), (271, 63, -160), (20, 90, -90), (333, 0, 77),
    // Recorded thrusts: Tohoku 2011, Kermadec 2018, Oaxaca 2016 and others, two of which are
    // steep or normal.
    (192, 8, 78), (167.11, 30.14, 102.38), (278, 42, 65), (298.81, 40.13, 80.75), (294, 38, 88),
    (299.27, 43.98, -82.1), (354, 61, 64),
  ]

  /// The first motion of a ray is outward, and its point dark, where its product with the
  /// moment tensor is positive.
  @Test(arguments: planes)
  func `A point is dark if its ray is pushed outward`(
    _ strike: Double, _ dip: Double, _ rake: Double
  ) {
    let rings = Self.rings(BeachBall(.init(strike: strike, dip: dip, rake: rake)).path)
    var (wrong, count) = (0, 0)
    for column in -40...40 {
      for row in -40...40 {
        let (x, y) = (Double(column) / 40.5, Double(row) / 40.5)
        let square = x * x + y * y
        guard square < 0.99 else { continue }
        // The projection of equal areas.
        let level = (2 - square).squareRoot()
        let ray = SIMD3(-y * level, x * level, 1 - square)
        let product = Self.product(ray, strike: strike, dip: dip, rake: rake)
        // A point on a plane is on neither side.
        guard abs(product) > 1e-9 else { continue }
        count += 1
        guard (product > 0) != Self.isDark(rings, x * 1_000, y * 1_000) else { continue }
        wrong += 1
        // Next to a plane, where the product is zero, a polygon differs from its curve.
        #expect(abs(product) < 0.02, "\(x) \(y)")
      }
    }
    #expect(Double(wrong) < 0.005 * Double(count), "\(wrong) of \(count) points")
  }

  /// Returns the product with the moment tensor of a double couple.
  ///
  /// Aki and Richards (2002), Quantitative Seismology, box 4.4.
  private static func product(
    _ ray: SIMD3<Double>, strike: Double, dip: Double, rake: Double
  ) -> Double {
    let (f, d, l) = (strike * .pi / 180, dip * .pi / 180, rake * .pi / 180)
    let xx = -(sin(d) * cos(l) * sin(2 * f) + sin(2 * d) * sin(l) * sin(f) * sin(f))
    let xy = sin(d) * cos(l) * cos(2 * f) + sin(2 * d) * sin(l) * sin(2 * f) / 2
    let xz = -(cos(d) * cos(l) * cos(f) + cos(2 * d) * sin(l) * sin(f))
    let yy = sin(d) * cos(l) * sin(2 * f) - sin(2 * d) * sin(l) * cos(f) * cos(f)
    let yz = -(cos(d) * cos(l) * sin(f) - cos(2 * d) * sin(l) * cos(f))
    let zz = sin(2 * d) * sin(l)
    let products: SIMD3<Double> = [
      xx * ray.x + xy * ray.y + xz * ray.z, xy * ray.x + yy * ray.y + yz * ray.z,
      xz * ray.x + yz * ray.y + zz * ray.z,
    ]
    return (ray * products).sum()
  }

  private static func rings(_ path: String) -> [[(x: Double, y: Double)]] {
    path.split(separator: "M").map { ring in
      let numbers = ring.dropLast().split(separator: " ").compactMap { Double($0) }
      return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    }
  }

  /// Returns true if the outlines wind around a point, as in SVG by default.
  private static func isDark(
    _ rings: [[(x: Double, y: Double)]], _ x: Double, _ y: Double
  ) -> Bool {
    var windings = 0
    for ring in rings {
      for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1))
      where (from.y > y) != (to.y > y) {
        let isLeft = (to.x - from.x) * (y - from.y) / (to.y - from.y) + from.x > x
        if isLeft { windings += to.y > from.y ? 1 : -1 }
      }
    }
    return windings != 0
  }
}

/// Mechanisms as ObsPy computes and draws them.
@Suite struct MechanismJudgeTests {
  private struct Cases: Encodable {
    var balls: [Ball] = []
    var tensors: [Tensor] = []

    struct Ball: Encodable {
      let plane: FaultMechanism.Plane
      let path: String
    }

    struct Tensor: Encodable {
      /// The elements rr, tt, pp, rt, rp, tp.
      let elements: [Double]
      let planes: [FaultMechanism.Plane]
    }
  }

  @Test func `ObsPy draws the same pictures and computes the same planes`() throws {
    var random = SeededGenerator(seed: 49)
    func one(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    var cases = Cases()
    for number in 0..<2_000 {
      let (dip, rake): (Double, Double) =
        switch number % 8 {
        case 0: (one(70...90), one(-15...15))
        case 1: (one(30...60), one(-120 ... -60))
        case 2: (one(20...60), one(60...120))
        case 3: (one(3...25), one(60...120))
        case 4: (90, one(-180...180))
        case 5: (one(0...1), one(-180...180))
        default: (one(0...90), one(-180...180))
        }
      let plane = FaultMechanism.Plane(strike: one(0...360), dip: dip, rake: rake)
      cases.balls.append(.init(plane: plane, path: BeachBall(plane).path))
      let elements = (0..<6).map { _ in one(-1...1) * 1e18 }
      let names = ["mrr", "mtt", "mpp", "mrt", "mrp", "mtp"]
      let properties = JSONValue.object(
        zip(names, elements).map { .init(key: "tensor-\($0)", value: .text("\($1)")) })
      cases.tensors.append(
        .init(elements: elements, planes: FaultMechanism(properties)?.planes ?? []))
    }
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "cases.json")
    try JSONEncoder().encode(cases).write(to: file)
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "mechanisms.py")
    try #require(
      FileManager.default.isExecutableFile(atPath: Fixtures.python.path),
      "\(Fixtures.pythonIsMissing)")
    try run(Fixtures.python.path, [script.path, file.path])
  }
}
