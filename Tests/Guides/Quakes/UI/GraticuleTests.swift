import Testing

@testable import QuakesUI

@Suite struct GraticuleTests {
  @Test(arguments: [(360.0, 45.0), (200, 30), (100, 15), (60, 10), (20, 5), (8, 1), (2, 0.5)])
  func `The distance of lines follows the zoom`(width: Double, step: Double) {
    #expect(Graticule(camera: Camera(longitude: 0, latitude: 0, width: width)).step == step)
  }

  @Test func `Labels have directions except on the date line and the zero lines`() {
    let labels = Graticule(camera: Camera(longitude: 180, latitude: 0, width: 60)).labels
    #expect(labels.map(\.text).contains("170°\u{A0}E"))
    #expect(labels.map(\.text).contains("170°\u{A0}W"))
    #expect(labels.map(\.text).contains("10°\u{A0}S"))
    #expect(labels.allSatisfy { $0.style.hasPrefix("degree") })
  }

  @Test(arguments: [
    (Camera.world, LengthUnit.kilometres, "5,000 km at the equator", 12.48),
    (Camera(longitude: 0, latitude: 0, width: 10), .kilometres, "200 km", 17.99),
    (Camera(longitude: 0, latitude: 60, width: 10), .kilometres, "100 km", 17.99),
    (Camera(longitude: 0, latitude: 0, width: 10), .miles, "100 mi", 14.47),
  ])
  func `The scale bar is a round length`(
    camera: Camera, unit: LengthUnit, text: String, width: Double
  ) {
    let bar = ScaleBar(camera, in: unit)
    #expect(bar.text == text)
    #expect(abs(bar.width - width) < 0.02)
  }
}
