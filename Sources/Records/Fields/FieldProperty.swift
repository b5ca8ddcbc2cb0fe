public import Foundation

/// The type of a property that a field can have: a value, or an optional one.
///
/// ```swift
/// print(Day?.none.content == nil, Day(2026, 3, 6).content != nil)  // true true
/// ```
public protocol FieldProperty<Content>: Hashable, SendableMetatype {
  /// The type of the value.
  associatedtype Content: Hashable = Self
  /// True if the value can be missing.
  static var isOptional: Bool { get }
  /// The value; `nil` if it is missing.
  var content: Content? { get }
  /// Creates a property with a value; `nil` if a required value is missing.
  init?(content: Content?)
}

extension FieldProperty where Content == Self {
  public static var isOptional: Bool { false }
  public var content: Self? { self }
  public init?(content: Self?) {
    guard let content else { return nil }
    self = content
  }
}

extension Optional: FieldProperty where Wrapped: Hashable {
  public static var isOptional: Bool { true }
  public var content: Wrapped? { self }
  public init?(content: Wrapped?) { self = content }
}

/// A type whose values have a usual kind, which computed fields have.
public protocol FieldContent: FieldProperty, Sendable where Content == Self {
  /// The type of the kind.
  associatedtype Kind: FieldKind<Self>
  /// The kind of computed fields.
  static var kind: Kind { get }
}

extension String: FieldContent {
  public static var kind: TextKind { TextKind(0...Int(Int32.max)) }
}
extension Int: FieldContent { public static var kind: WholeKind { WholeKind(.min ... .max) } }
extension Double: FieldContent {
  public static var kind: DecimalKind { DecimalKind(-.infinity ... .infinity) }
}
extension Bool: FieldContent { public static var kind: FlagKind { FlagKind() } }
extension Day: FieldContent { public static var kind: DayKind { DayKind() } }
extension Date: FieldContent { public static var kind: MomentKind { MomentKind() } }
extension Reference: FieldContent {
  public static var kind: ReferenceKind<Target> { ReferenceKind() }
}
