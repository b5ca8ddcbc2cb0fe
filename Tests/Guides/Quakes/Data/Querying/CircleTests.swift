import QuakesData
import Testing

/// The circles around places.
@Suite struct CircleTests {
  /// Every point of the edge is at the distance of the radius, in the direction
  /// that was asked for.
  @Test(arguments: [
    (0.0, 0.0, 1.0), (139.7, 35.7, 300), (-179.9, 51, 2_000), (179.9, -60, 3_000),
    (12, 89, 50), (12, 89, 500), (0, -90, 100),
  ])
  func `The edge is a circle`(longitude: Double, latitude: Double, radius: Double) {
    let circle = QuakesQuery.Circle(longitude: longitude, latitude: latitude, radius: radius)
    for bearing in stride(from: 0.0, to: 360, by: 15) {
      let edge = circle.edge(towards: bearing)
      #expect((-90...90).contains(edge.latitude))
      #expect(abs(edge.longitude - longitude) <= 180)
      let distance = circle.distance(longitude: edge.longitude, latitude: edge.latitude)
      #expect(abs(distance - radius) < 0.01)
      guard abs(latitude) < 90 else { continue }
      let turn = abs(circle.bearing(longitude: edge.longitude, latitude: edge.latitude) - bearing)
      #expect(min(turn, 360 - turn) < 0.01)
    }
  }
}
