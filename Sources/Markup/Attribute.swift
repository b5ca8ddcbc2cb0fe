/// One attribute of an element.
public protocol Attribute: Sendable {
  /// Appends a blank, the name and the quoted value, or nothing at all.
  func render(into writer: inout ByteWriter)
}

/// The attributes of an element, one type deeper for each.
public protocol AttributeList: Sendable {
  /// Appends all of them, in the order in which they were added.
  func render(into writer: inout ByteWriter)
}

/// The attributes of an element that has none yet.
public struct NoAttributes: AttributeList {
  @inlinable
  init() {}

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {}
}

/// Some attributes, and one after them.
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

/// An attribute with a text; `nil` leaves the whole attribute out.
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

/// An attribute with an address, which is escaped already.
public struct HrefAttribute<Name: AttributeName>: Attribute {
  @usableFromInline let value: Href

  @inlinable
  @inline(__always)
  init(_ value: Href) {
    self.value = value
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    writer.open(Name.name)
    writer.append(unescaped: value.escaped)
    writer.append(byte: 0x22)
  }
}

/// An attribute with a text of this program, which needs no escaping.
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

/// An attribute whose name is known when it is written; `nil` for the text
/// leaves it out.
public struct NamedAttribute: Attribute {
  @usableFromInline let name: StaticString
  @usableFromInline let value: String?

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
    writer.open(name)
    writer.append(escaping: value)
    writer.append(byte: 0x22)
  }
}

/// Two texts in one attribute, with a blank between them; the second may be
/// absent.
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

/// An attribute that is there or not.
public struct FlagAttribute<Name: AttributeName>: Attribute {
  @usableFromInline let isOn: Bool

  @inlinable
  @inline(__always)
  init(_ isOn: Bool) {
    self.isOn = isOn
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    guard isOn else { return }
    writer.append(byte: 0x20)
    writer.append(literal: Name.name)
  }
}

/// An attribute with a finite number. What is not finite leaves it out: SVG
/// has no way to write it.
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
  /// Appends the name of an attribute, up to its value.
  @inlinable
  @inline(__always)
  mutating func open(_ name: StaticString) {
    append(byte: 0x20)
    append(literal: name)
    append(literal: "=\"")
  }
}
