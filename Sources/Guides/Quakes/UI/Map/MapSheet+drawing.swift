import Geography

extension MapSheet {
  /// A group of the drawing. Its raw value is the ID and the CSS class.
  enum Group: String, CaseIterable, Hashable, Sendable {
    case globe, land, lakes, states, borders, disputed, grid, plates
  }

  /// The groups that the level has.
  var groups: [Group] {
    Group.allCases.filter { group in
      switch group {
      case .states: level >= Self.firstLevelWithStates
      // The rectangular globe has no edges, and its grid continues with the map.
      case .globe, .grid: projection != .equirectangular
      default: true
      }
    }
  }

  private static let firstLevelWithStates = 2

  /// The size of the smallest detail.
  private var unit: Double {
    // Wide sheets have many coasts; coarser ones keep the page light.
    level == 0 ? 0.25 : Self.viewWidth(level) / (level < 3 ? 800 : 1_200)
  }

  private func path(of group: Group) -> String {
    func path(of layer: Outlines.Layer, least: Double = 1) -> String {
      Outlines.path(of: layer, in: frame, unit: unit, least: least)
    }
    return switch group {
    case .globe: Outlines.globe(in: frame, unit: unit)
    case .land: path(of: level == 0 ? .coarseLand : level < 4 ? .mediumLand : .fineLand)
    case .lakes: path(of: .lakes, least: 5)
    case .states: path(of: .states)
    case .borders: path(of: .borders)
    case .disputed: path(of: .disputedBorders)
    case .grid:
      Outlines.graticule(
        in: frame, step: Graticule.step(width: Self.viewWidth(level)), unit: unit)
    case .plates: path(of: .plates)
    }
  }

  /// The document, in units of the plane from 180 left of its middle and 90 above it. Pages
  /// draw its groups and choose their colours and strokes.
  var drawing: String {
    let paths = groups.map { group in
      // Style sheets of the page do not reach this attribute, which is not
      // inherited.
      "<path id=\"\(group.rawValue)\" vector-effect=\"non-scaling-stroke\" "
        + "d=\"\(path(of: group))\" transform=\"translate(\(frame.left + 180) "
        + "\(90 - frame.top)) scale(\(unit))\"/>"
    }
    return "<svg xmlns=\"http://www.w3.org/2000/svg\"><!-- Natural Earth; plate boundaries: "
      + "Peter Bird (2003), Hugo Ahlenius, Nordpil, ODC-By 1.0 -->\(paths.joined())</svg>\n"
  }
}
