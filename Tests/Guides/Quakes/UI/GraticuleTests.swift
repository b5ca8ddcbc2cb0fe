import Testing

@testable import QuakesUI

@Suite struct GraticuleTests {
  @Test(arguments: [(360.0, 45.0), (200, 30), (100, 15), (60, 10), (20, 5), (8, 1), (2, 0.5)])
  func `The distance of lines follows the zoom`(width: Double, step: Double) {
    #expect(Graticule.step(width: width) == step)
  }

  @Test(arguments: [
    (Camera(longitude: 0, latitude: 0, width: 10), LengthUnit.kilometres, "200 km", 17.99),
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
