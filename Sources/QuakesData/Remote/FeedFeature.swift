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

  /// - Throws: `JSONError` if the JSON is malformed or a value has an
  ///   unexpected type.
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
      case "code": code = try reader.textIfPresent()
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
}

extension FeedFeature {
  /// Reads the identifying properties of a feature and skips the rest. The
  /// value may be of any type.
  ///
  /// - Throws: `JSONError` only if the JSON is malformed.
  init(identifying reader: inout JSONReader) throws(JSONError) {
    try reader.forEachMember { reader, key throws(JSONError) in
      switch key {
      case "id": id = try reader.textIfPresent()
      case "properties":
        try reader.forEachMember { reader, key throws(JSONError) in
          switch key {
          case "ids": ids = try reader.textIfPresent()
          case "net": net = try reader.textIfPresent()
          case "code": code = try reader.textIfPresent()
          default: try reader.skipValue()
          }
        }
      default: try reader.skipValue()
      }
    }
  }

  /// The readable IDs of the event.
  var eventIds: [Quake.ID] {
    // An ID consists of the codes of the network and the event.
    let composed = net.flatMap { net in code.map { net.string + $0.string } }
    var eventIds = [id?.feedId, composed.flatMap { $0.utf8.isFeedId ? $0 : nil }].compactMap(\.self)
    eventIds += ids?.feedIds(without: nil) ?? []
    return eventIds
  }
}

extension JSONReader {
  /// Calls the closure for each member of an object; skips any other value.
  fileprivate mutating func forEachMember(
    _ body: (inout JSONReader, JSONText) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try kind() == .object else { return try skipValue() }
    try beginObject()
    while let key = try nextKey() { try body(&self, key) }
  }
}
