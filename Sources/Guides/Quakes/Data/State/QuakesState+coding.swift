import HashTreeCollections

/// The stored parts, as recordings of actions have them.
extension QuakesState: Codable {
  private enum CodingKeys: CodingKey { case quakes, deletions, ledger }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    ledger = try values.decode(Ledger.self, forKey: .ledger)
    loading.quakes = try values.decode([Quake].self, forKey: .quakes)
    loading.deleted = try values.decode([DeletedQuake].self, forKey: .deletions)
    endLoad()
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Array(quakes.data.values), forKey: .quakes)
    try values.encode(deletions.quakes(in: 0..<deletions.count), forKey: .deletions)
    try values.encode(ledger, forKey: .ledger)
  }
}
