import Geography

extension MapSheet {
  /// A group of the drawing. Its raw value is the ID and the CSS class.
  enum Group: String, CaseIterable, Hashable, Sendable {
    case land, lakes, states, borders, disputed, plates
  }

  /// The groups that the level has.
  var groups: [Group] {
    Group.allCases.filter { $0 != .states || level >= Self.firstLevelWithStates }
  }

  private static let firstLevelWithStates = 2

  private func layer(_ group: Group) -> Outlines.Layer {
    switch group {
    case .land: level == 0 ? .coarseLand : level < 4 ? .mediumLand : .fineLand
    case .lakes: .lakes
    case .states: .states
    case .borders: .borders
    case .disputed: .disputedBorders
    case .plates: .plates
    }
  }

  /// The size of the smallest detail in degrees.
  private var unit: Double {
    // Wide sheets have many coasts; coarser ones keep the page light.
    level == 0 ? 0.25 : Self.viewWidth(level) / (level < 3 ? 800 : 1_200)
  }

  /// The document, in degrees from 180° W and 90° N. Pages draw its groups and
  /// choose their colours and strokes.
  var drawing: String {
    let area = area
    let paths = groups.map { group in
      let path = Outlines.path(
        of: layer(group), in: area, unit: unit, least: group == .lakes ? 5 : 1)
      // Style sheets of the page do not reach this attribute, which is not
      // inherited.
      return "<path id=\"\(group.rawValue)\" vector-effect=\"non-scaling-stroke\" d=\"\(path)\" "
        + "transform=\"translate(\(area.west + 180) \(90 - area.north)) scale(\(unit))\"/>"
    }
    return "<svg xmlns=\"http://www.w3.org/2000/svg\"><!-- Natural Earth; plate boundaries: "
      + "Peter Bird (2003), Hugo Ahlenius, Nordpil, ODC-By 1.0 -->\(paths.joined())</svg>\n"
  }
}
