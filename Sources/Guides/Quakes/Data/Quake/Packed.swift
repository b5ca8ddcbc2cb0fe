/// An optional number without the byte of an `Optional`: not a number stands for
/// `nil`.
@propertyWrapper
struct Packed: Codable, Sendable {
  private var number: Double

  init(wrappedValue: Double?) { number = wrappedValue ?? .nan }

  var wrappedValue: Double? {
    get { number.isNaN ? nil : number }
    set { number = newValue ?? .nan }
  }
}

extension Packed: Equatable {
  static func == (left: Packed, right: Packed) -> Bool { left.wrappedValue == right.wrappedValue }
}

// The code that Swift derives for a property calls these instead of those of
// `Codable`: an absent number is left out.

extension KeyedDecodingContainer {
  func decode(_ type: Packed.Type, forKey key: Key) throws -> Packed {
    Packed(wrappedValue: try decodeIfPresent(Double.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  mutating func encode(_ value: Packed, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
