import Foundation

// The files of the products. Each value that is missing or of another type than
// expected is absent, and each list is bounded.

extension FeltCell {
  private static let maximum = 400

  /// Returns the cells of `dyfi_geo_10km.geojson`. If there are too many, those with the most
  /// reports are kept, and those that are farthest away: of each intensity or more, and of
  /// those with names. The rings of the squares are not closed.
  static func cells(_ document: JSONValue) -> [FeltCell] {
    let cells = document["features"].elements.compactMap(FeltCell.init)
    func farthest(_ cells: [FeltCell]) -> FeltCell? {
      cells.max { ($0.distance ?? 0) < ($1.distance ?? 0) }
    }
    let far =
      (1...10).map { level in
        farthest(cells.filter { $0.isReliable && $0.intensity.rounded() >= Double(level) })
      } + [farthest(cells.filter(\.isFeltPlace))]
    var kept = Set(far.compactMap(\.self))
    let most = cells.sorted { ($0.count, $0.intensity) > ($1.count, $1.intensity) }
    let others = most.filter { [kept] in !kept.contains($0) }
    kept.formUnion(others.prefix(maximum - kept.count))
    return most.filter(kept.contains)
  }

  private init?(_ feature: JSONValue) {
    let properties = feature["properties"]
    let points = feature["geometry"]["coordinates"][0].elements
    let x = points.compactMap { $0[0].number.within(-360...360) }
    let y = points.compactMap { $0[1].number.within(-90...90) }
    guard let intensity = properties["cdi"].number.within(1...12), x.count >= 3,
      x.count == y.count, let west = x.min(), let east = x.max(), let south = y.min(),
      let north = y.max(), east - west < 10
    else { return nil }
    self.init(
      west: hundredth(west), south: hundredth(south), east: hundredth(east),
      north: hundredth(north), intensity: intensity, count: properties["nresp"].number.count ?? 1,
      distance: properties["dist"].number.within(0...20_038),
      name: properties["name"].text.flatMap(Self.name))
  }

  /// Returns the name after the code of the square, as in `UTM:(46P 047 128 10000)<br>Port
  /// Blair`; `nil` if it is a code again.
  private static func name(_ text: String) -> String? {
    let part = text.components(separatedBy: "<br>").last ?? text
    guard let name = MarkupText.paragraphs(of: part).first, !name.hasPrefix("UTM:") else {
      return nil
    }
    return String(name.prefix(80))
  }
}

extension Town {
  private static let maximum = 10

  /// Returns the towns of `nearby-cities.json`, in its order.
  static func towns(_ document: JSONValue) -> [Town] {
    Array(
      document.elements.compactMap { town -> Town? in
        guard let name = town["name"].text.flatMap({ MarkupText.paragraphs(of: $0).first }),
          let longitude = town["longitude"].number.within(-360...360),
          let latitude = town["latitude"].number.within(-90...90)
        else { return nil }
        let population = town["population"].number.count
        return Town(
          name: String(name.prefix(120)), longitude: hundredth(longitude),
          latitude: hundredth(latitude), population: population == 0 ? nil : population)
      }.prefix(maximum))
  }
}

extension Exposure {
  /// Creates the exposure from `exposures.json`.
  ///
  /// - Parameter level: the level of the alert in the properties of the product.
  /// - Returns: `nil` if it has not a number for each of ten intensities.
  init?(_ document: JSONValue, level: String?) {
    let exposure = document["population_exposure"]
    let people = exposure["aggregated_exposure"].elements.compactMap {
      $0.number.within(0...10_000_000_000).map { Int($0) }
    }
    guard people.count == 10, people.contains(where: { $0 > 0 }) else { return nil }
    self.init(
      people: people, edgeIntensity: exposure["maximum_border_mmi"].number.within(0...12),
      alert: level.flatMap(Quake.Alert.init), isUnderReview: level == "pending")
  }
}

extension AftershockForecast {
  /// Creates the forecast from the text of an `oaf` product.
  ///
  /// - Returns: `nil` without a period.
  init?(_ document: JSONValue) {
    guard let expires = Date(feedTime: document["expireTime"].number) else { return nil }
    let periods = document["forecast"].elements.prefix(6).compactMap { period -> Period? in
      let chances = period["bins"].elements.prefix(10).compactMap { bin -> Chance? in
        guard let magnitude = bin["magnitude"].number.within(0...10),
          let probability = bin["probability"].number.within(0...1),
          let least = bin["p95minimum"].number.count, let most = bin["p95maximum"].number.count
        else { return nil }
        return Chance(magnitude: magnitude, probability: probability, least: least, most: most)
      }
      guard let start = Date(feedTime: period["timeStart"].number),
        let end = Date(feedTime: period["timeEnd"].number), start < end, !chances.isEmpty
      else { return nil }
      return Period(start: start, end: end, chances: chances)
    }
    guard !periods.isEmpty else { return nil }
    self.init(
      created: Date(feedTime: document["creationTime"].number), expires: expires, periods: periods)
  }
}

private func hundredth(_ value: Double) -> Double { (value * 100).rounded() / 100 }
