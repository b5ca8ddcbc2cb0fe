/// A feature as it stands in a feed. What is `nil` is null or not there.
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
  private(set) var ids: JSONText?
  private(set) var magType: JSONText?
  private(set) var type: JSONText?
  private(set) var longitude: Double?
  private(set) var latitude: Double?
  private(set) var depth: Double?

  /// - Throws: also where something is of another kind than it should be.
  init(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.text()
      case "properties": try readProperties(&reader)
      case "geometry": try readGeometry(&reader)
      default: try reader.skipValue()
      }
    }
  }

  private mutating func readProperties(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "mag": mag = try reader.number()
      case "place": place = try reader.text()
      case "time": time = try reader.number()
      case "updated": updated = try reader.number()
      case "url": url = try reader.text()
      case "felt": felt = try reader.number()
      case "cdi": cdi = try reader.number()
      case "mmi": mmi = try reader.number()
      case "alert": alert = try reader.text()
      case "status": status = try reader.text()
      case "tsunami": tsunami = try reader.number()
      case "sig": sig = try reader.number()
      case "net": net = try reader.text()
      case "ids": ids = try reader.text()
      case "magType": magType = try reader.text()
      case "type": type = try reader.text()
      default: try reader.skipValue()
      }
    }
  }

  private mutating func readGeometry(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard key == "coordinates" else {
        try reader.skipValue()
        continue
      }
      try reader.beginArray()
      var index = 0
      while try reader.nextElement() {
        switch index {
        case 0: longitude = try reader.number()
        case 1: latitude = try reader.number()
        case 2: depth = try reader.number()
        default: try reader.skipValue()
        }
        index += 1
      }
    }
  }

  /// Passes over a value that may be no feature, and returns its id if it has
  /// one.
  static func skip(_ reader: inout JSONReader) throws(JSONError) -> JSONText? {
    guard try reader.kind() == .object else {
      try reader.skipValue()
      return nil
    }
    var id: JSONText?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "id", try reader.kind() == .text {
        id = try reader.text()
      } else {
        try reader.skipValue()
      }
    }
    return id
  }
}
