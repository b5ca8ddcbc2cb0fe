import Foundation

extension Quake: Codable {
  private enum CodingKeys: CodingKey {
    case quakeId, magnitude, time, updated, name, longitude, latitude, isMagnitudeKnown, depth
    case magnitudeType, type, status, alert, isTsunamiPossible, felt, reportedIntensity
    case estimatedIntensity, significance, network, otherIds, formerIds, url
    case missingSince
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let quakeId = try values.decode(String.self, forKey: .quakeId)
    self.init(
      QuakeValues(
        quakeId: quakeId,
        name: try values.decode(String.self, forKey: .name),
        magnitude: try values.decode(Double.self, forKey: .magnitude),
        time: try values.decode(Date.self, forKey: .time),
        updated: try values.decodeIfPresent(Date.self, forKey: .updated),
        longitude: try values.decode(Double.self, forKey: .longitude),
        latitude: try values.decode(Double.self, forKey: .latitude),
        isMagnitudeKnown: try values.decode(Bool.self, forKey: .isMagnitudeKnown),
        depth: try values.decodeIfPresent(Double.self, forKey: .depth),
        magnitudeType: try values.decodeIfPresent(String.self, forKey: .magnitudeType),
        type: try values.decode(String.self, forKey: .type),
        status: try values.decode(ReviewStatus.self, forKey: .status),
        alert: try values.decodeIfPresent(Alert.self, forKey: .alert),
        isTsunamiPossible: try values.decode(Bool.self, forKey: .isTsunamiPossible),
        felt: try values.decodeIfPresent(Int.self, forKey: .felt),
        reportedIntensity: try values.decodeIfPresent(Double.self, forKey: .reportedIntensity),
        estimatedIntensity: try values.decodeIfPresent(Double.self, forKey: .estimatedIntensity),
        significance: try values.decode(Int.self, forKey: .significance),
        network: try values.decode(String.self, forKey: .network),
        extras: QuakeExtras(
          otherIds: try values.decode([String].self, forKey: .otherIds).filter { $0 != quakeId },
          formerIds: try values.decodeIfPresent([String].self, forKey: .formerIds) ?? [],
          url: try values.decodeIfPresent(String.self, forKey: .url),
          missingSince: try values.decodeIfPresent(Date.self, forKey: .missingSince))))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(quakeId, forKey: .quakeId)
    try values.encode(magnitude, forKey: .magnitude)
    try values.encode(time, forKey: .time)
    try values.encodeIfPresent(
      self.values.isUpdateKnown ? updated : nil, forKey: .updated)
    try values.encode(name, forKey: .name)
    try values.encode(longitude, forKey: .longitude)
    try values.encode(latitude, forKey: .latitude)
    try values.encode(isMagnitudeKnown, forKey: .isMagnitudeKnown)
    try values.encodeIfPresent(depth, forKey: .depth)
    try values.encodeIfPresent(magnitudeType, forKey: .magnitudeType)
    try values.encode(type, forKey: .type)
    try values.encode(status, forKey: .status)
    try values.encodeIfPresent(alert, forKey: .alert)
    try values.encode(isTsunamiPossible, forKey: .isTsunamiPossible)
    try values.encodeIfPresent(felt, forKey: .felt)
    try values.encodeIfPresent(reportedIntensity, forKey: .reportedIntensity)
    try values.encodeIfPresent(estimatedIntensity, forKey: .estimatedIntensity)
    try values.encode(significance, forKey: .significance)
    try values.encode(network, forKey: .network)
    try values.encode(otherIds, forKey: .otherIds)
    if !formerIds.isEmpty { try values.encode(formerIds, forKey: .formerIds) }
    try values.encodeIfPresent(ownURL, forKey: .url)
    try values.encodeIfPresent(missingSince, forKey: .missingSince)
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
