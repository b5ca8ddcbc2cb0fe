extension Quake: Codable {
  public init(from decoder: any Decoder) throws {
    var fields = QuakeFields()
    fields.common = try .init(from: decoder)
    fields.labels = try .init(from: decoder)
    fields.rare = try .init(from: decoder)
    self.init(fields)
  }

  public func encode(to encoder: any Encoder) throws {
    let fields = fields
    try fields.common.encode(to: encoder)
    try fields.labels.encode(to: encoder)
    try fields.rare.encode(to: encoder)
  }
}

extension Quake: CustomReflectable {
  /// The known fields, for the inspector.
  public var customMirror: Mirror {
    let known: [(String?, Any?)] = [
      ("quakeId", quakeId), ("magnitude", isMagnitudeKnown ? magnitude : nil), ("time", time),
      ("updated", updated), ("name", name), ("longitude", longitude), ("latitude", latitude),
      ("depth", depth), ("magnitudeType", magnitudeType), ("type", type), ("status", status),
      ("alert", alert), ("felt", felt), ("significance", significance), ("network", network),
      ("otherIds", otherIds.isEmpty ? nil : otherIds),
      ("formerIds", formerIds.isEmpty ? nil : formerIds), ("missingSince", missingSince),
    ]
    return Mirror(
      self,
      children: known.compactMap { label, value in value.map { Mirror.Child(label, $0) } },
      displayStyle: .struct)
  }
}
