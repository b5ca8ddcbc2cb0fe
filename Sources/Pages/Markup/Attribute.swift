/// An attribute of an element.
///
/// The attribute methods of `Element`, such as `class(_:)` and `href(_:)`,
/// create the attributes of this module:
///
/// ```swift
/// let link = a { "Edit" }.class("button").href(Href(path: ["animals"]))
/// print(link.renderedString())  // <a class="button" href="/animals">Edit</a>
/// ```
public protocol Attribute: Sendable {
  /// Appends a space, the name and the quoted value; nothing if the attribute
  /// is left out.
  func render(into writer: inout ByteWriter)
}

/// The attributes of an element. Each attribute adds one generic parameter to
/// the type of the list.
public protocol AttributeList: Sendable {
  /// Appends the attributes in the order in which they were added.
  func render(into writer: inout ByteWriter)
}

/// An empty attribute list.
public struct NoAttributes: AttributeList {
  @inlinable
  init() {}

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {}
}

/// An attribute list followed by one more attribute.
public struct With<Others: AttributeList, Last: Attribute>: AttributeList {
  @usableFromInline let others: Others
  @usableFromInline let last: Last

  @inlinable
  @inline(__always)
  init(_ others: consuming Others, _ last: consuming Last) {
    self.others = others
    self.last = last
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    others.render(into: &writer)
    last.render(into: &writer)
  }
}

/// An attribute with an escaped text value. `nil` leaves the attribute out.
public struct TextAttribute<Name: AttributeName>: Attribute {
  @usableFromInline let value: String?

  @inlinable
  @inline(__always)
  init(_ value: String?) {
    self.value = value
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    guard let value else { return }
    writer.open(Name.name)
    writer.append(escaping: value)
    writer.append(byte: 0x22)
  }
}

/// An attribute with a URL, which `Href` has escaped already.
public struct HrefAttribute<Name: AttributeName>: Attribute {
  @usableFromInline let escaped: String

  @inlinable
  @inline(__always)
  init(_ value: Href) {
    escaped = value.escaped
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    writer.open(Name.name)
    writer.append(unescaped: escaped)
    writer.append(byte: 0x22)
  }
}

/// An attribute with a literal value, which is written without escaping.
public struct LiteralAttribute<Name: AttributeName>: Attribute {
  @usableFromInline let value: StaticString

  @inlinable
  @inline(__always)
  init(_ value: StaticString) {
    self.value = value
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    writer.open(Name.name)
    writer.append(literal: value)
    writer.append(byte: 0x22)
  }
}

/// An attribute whose name is a value instead of a type. `nil` for the value
/// leaves the attribute out.
public struct NamedAttribute: Attribute {
  @usableFromInline
  enum Value: Sendable {
    /// A text, which is escaped.
    case text(String)
    /// A number, left out if it is not finite.
    case number(Double)
    /// A URL, which `Href` has escaped already.
    case escaped(String)
    /// A name without a value.
    case flag
  }

  @usableFromInline let name: String
  @usableFromInline let value: Value?

  /// The name is written without escaping: a literal of this module, or checked.
  @inlinable
  @inline(__always)
  init(_ name: String, _ value: Value?) {
    self.name = name
    self.value = value
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    if let value { write(value, into: &writer) }
  }

  @usableFromInline
  func write(_ value: Value, into writer: inout ByteWriter) {
    if case .number(let number) = value, !number.isFinite { return }
    writer.append(byte: 0x20)
    writer.append(unescaped: name)
    if case .flag = value { return }
    writer.append(literal: "=\"")
    switch value {
    case .text(let text): writer.append(escaping: text)
    case .number(let number): writer.append(number: number)
    case .escaped(let url): writer.append(unescaped: url)
    case .flag: break
    }
    writer.append(byte: 0x22)
  }
}

/// An ARIA attribute with an escaped text value. `nil` leaves the attribute out.
public struct AriaAttribute: Attribute {
  @usableFromInline let name: Aria
  @usableFromInline let value: String?

  @inlinable
  @inline(__always)
  init(_ name: Aria, _ value: String?) {
    self.name = name
    self.value = value
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    guard let value else { return }
    writer.append(literal: " aria-")
    writer.append(unescaped: name.rawValue)
    writer.append(literal: "=\"")
    writer.append(escaping: value)
    writer.append(byte: 0x22)
  }
}

/// A `data-*` attribute with an escaped text value. `nil` leaves the attribute out.
public struct DataAttribute: Attribute {
  @usableFromInline let name: StaticString
  @usableFromInline let value: String?

  /// The name is written without escaping.
  @inlinable
  @inline(__always)
  init(_ name: StaticString, _ value: String?) {
    self.name = name
    self.value = value
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    guard let value else { return }
    writer.append(" data-", literal: name, "=\"")
    writer.append(escaping: value)
    writer.append(byte: 0x22)
  }
}

/// An attribute with one or two space-separated texts.
public struct ListAttribute<Name: AttributeName>: Attribute {
  @usableFromInline let first: String
  @usableFromInline let second: String?

  @inlinable
  @inline(__always)
  init(_ first: String, _ second: String?) {
    self.first = first
    self.second = second
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    writer.open(Name.name)
    writer.append(escaping: first)
    if let second {
      writer.append(byte: 0x20)
      writer.append(escaping: second)
    }
    writer.append(byte: 0x22)
  }
}

/// An attribute with a number. A value that is not finite leaves the attribute
/// out, because SVG has no notation for it.
public struct NumberAttribute<Name: AttributeName>: Attribute {
  @usableFromInline let value: Double

  @inlinable
  @inline(__always)
  init(_ value: Double) {
    self.value = value
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    guard value.isFinite else { return }
    writer.open(Name.name)
    writer.append(number: value)
    writer.append(byte: 0x22)
  }
}

extension ByteWriter {
  /// Appends a space, the name of an attribute, the equals sign and the opening
  /// quote.
  @inlinable
  @inline(__always)
  mutating func open(_ name: StaticString) {
    append(" ", literal: name, "=\"")
  }
}
