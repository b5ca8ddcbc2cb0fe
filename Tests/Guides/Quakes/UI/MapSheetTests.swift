import Geography
import ImmutableUI
import Markup
import QuakesData
import Testing

@testable import QuakesUI

@Suite struct MapSheetTests {
  private static let cameras: [Camera] =
    [2, 2.81, 2.9, 8, 30, 45, 63, 64, 90, 127, 128, 180]
    .flatMap { width in
      [(-180.0, 80.0), (-120, 37), (0, 0), (12, -70), (100, 10), (179, -20), (150, 89)].flatMap {
        longitude, latitude in
        [nil, width].map { height in
          Camera(longitude: longitude, latitude: latitude, width: width, height: height)
        }
      }
    }
    + Projection.allCases.dropFirst().flatMap { projection in
      [(0.0, 0.0, 90.0), (170, -80, 20), (-180, 90, 2), (33, 21, 64)].map {
        Camera(projection, x: $0, y: $1, width: $2)
      }
    }

  @Test func `A sheet contains the view and some of its surroundings`() {
    for camera in Self.cameras where MapSheet(of: camera).level > 0 {
      let (sheet, view) = (MapSheet(of: camera).frame, camera.frame)
      let east = view.left - sheet.left
      let right = east - 360 * (east / 360).rounded(.down)
      #expect(right >= 0 && right + view.width <= sheet.width + 1e-9, "\(camera)")
      #expect(sheet.top >= view.top - 1e-9)
      #expect(sheet.top - sheet.height <= view.top - view.height + 1e-9)
      #expect(sheet.width <= 4.5 * max(view.width, 2 * view.height))
    }
  }

  @Test(arguments: [360.0, 300, 181]) func `Wide views share the sheet of the world`(width: Double)
  {
    let sheet = MapSheet(of: Camera(longitude: 20, latitude: 0, width: width))
    #expect(sheet == MapSheet(of: .world))
    #expect(sheet.frame.width == 360)
  }

  @Test func `An address round-trips`() throws {
    for camera in Self.cameras + [.world] {
      let route = QuakesRoute.sheet(MapSheet(of: camera))
      #expect(try QuakesRoute(parsing: .init(parsing: route.href.text)) == route)
    }
  }

  @Test(arguments: [
    "1ab/#/0-0-0.svg", "1ab/#/5-1-2.png", "1ab/#/5-1.svg", "1ab/#/14-0-0.svg",
    "1ab/#/0-1-0.svg", "1ab/#/0-0-1.svg", "1ab/#/5--1-0.svg", "1ab/#/5-01-0.svg",
    "1ab/#/5-+1-0.svg", "/#/5-1-2.svg", "x y/#/5-1-2.svg", "1ab/#/5-1-2.svg/more",
    "1ab/#/99999999999999999999-0-0.svg", "1ab/mercator/0-0-0.svg", "1ab/0-0-0.svg",
  ])
  func `Other addresses name no sheet`(path: String) throws {
    let path = path.replacing("#", with: "north-pole")
    let route = try QuakesRoute(parsing: .init(parsing: "/quakes/map/" + path))
    #expect((route == nil) == (path != "1ab/north-pole/0-0-0.svg"))
  }

  @Test func `A drawing has its groups`() throws {
    let sheet = MapSheet(of: Camera(longitude: -118, latitude: 36, width: 30))
    let drawing = sheet.drawing
    #expect(sheet.groups.contains(.states))
    #expect(!MapSheet(of: .world).groups.contains(.states))
    for group in MapSheet.Group.allCases {
      // The rectangular world has no edge, and its grid is a part of the page.
      let isDrawn = ![.globe, .grid].contains(group)
      #expect(drawing.contains("id=\"\(group.rawValue)\"") == isDrawn)
      let globe = MapSheet(of: .world(in: .northPole)).drawing
      #expect(globe.contains("id=\"\(group.rawValue)\"") == (group != .states))
    }
    // Whole units, relative to each other.
    #expect(drawing.contains(#/d="m\d+ \d+(-| )/#))
  }
}
