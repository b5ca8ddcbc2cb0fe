/// A feature as in the feed. A property is `nil` if it is null or absent.
struct FeedFeature {
  private(set) var id: JSONText?
  private(set) var mag: Double?
  private(set) var place: JSONText?
  private(set) var time: Double?
  private(set) var updated: Double?
  private(set) var url: JSONText?
  private(set) var felt: Double?
  private(set) var cdi: Double?
  private(set) var mmi: Double?
  private(set) var alert: JSONText?
  private(set) var status: JSONText?
  private(set) var tsunami: Double?
  private(set) var sig: Double?
  private(set) var net: JSONText?
  private(set) var code: JSONText?
  private(set) var ids: JSONText?
  private(set) var magType: JSONText?
  private(set) var type: JSONText?
  private(set) var longitude: Double?
  private(set) var latitude: Double?
  private(set) var depth: Double?

  /// Reads a feature. A value of another type, or one that is malformed, is
  /// absent.
  ///
  /// - Throws: `JSONError` if the end of a value cannot be found.
  init(_ reader: inout JSONReader) throws(JSONError) {
    guard try reader.beginObjectIfPresent() else { return }
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.lenientText()
      case "properties": try readProperties(&reader)
      case "geometry": try readGeometry(&reader)
      default: try reader.skipLeniently()
      }
    }
  }

  private mutating func readProperties(_ reader: inout JSONReader) throws(JSONError) {
    guard try reader.beginObjectIfPresent() else { return }
    while let key = try reader.nextKey() {
      switch key {
      case "mag": mag = try reader.lenientNumber()
      case "place": place = try reader.lenientText()
      case "time": time = try reader.lenientNumber()
      case "updated": updated = try reader.lenientNumber()
      case "url": url = try reader.lenientText()
      case "felt": felt = try reader.lenientNumber()
      case "cdi": cdi = try reader.lenientNumber()
      case "mmi": mmi = try reader.lenientNumber()
      case "alert": alert = try reader.lenientText()
      case "status": status = try reader.lenientText()
      case "tsunami": tsunami = try reader.lenientNumber()
      case "sig": sig = try reader.lenientNumber()
      case "net": net = try reader.lenientText()
      case "code": code = try reader.lenientText()
      case "ids": ids = try reader.lenientText()
      case "magType": magType = try reader.lenientText()
      case "type": type = try reader.lenientText()
      default: try reader.skipLeniently()
      }
    }
  }

  private mutating func readGeometry(_ reader: inout JSONReader) throws(JSONError) {
    guard try reader.beginObjectIfPresent() else { return }
    while let key = try reader.nextKey() {
      guard key == "coordinates" else {
        try reader.skipLeniently()
        continue
      }
      guard try reader.beginArrayIfPresent() else { continue }
      var index = 0
      while try reader.nextElement() {
        switch index {
        case 0: longitude = try reader.lenientNumber()
        case 1: latitude = try reader.lenientNumber()
        case 2: depth = try reader.lenientNumber()
        default: try reader.skipLeniently()
        }
        index += 1
      }
    }
  }
}

extension FeedFeature {
  /// The readable IDs of the event.
  var eventIds: [Quake.ID] {
    // An ID consists of the codes of the network and the event.
    let composed = net.flatMap { net in code.map { net.string + $0.string } }
    var eventIds = [id?.feedId, composed.flatMap { $0.utf8.isFeedId ? $0 : nil }].compactMap(\.self)
    eventIds += ids?.feedIds(without: nil) ?? []
    return eventIds
  }
}
