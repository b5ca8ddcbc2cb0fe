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
  init(_ others: Others, _ last: Last) {
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
public struct TextAttribute: Attribute {
  @usableFromInline let name: StaticString
  @usableFromInline let value: String?

  @inlinable
  init(_ name: StaticString, _ value: String?) {
    self.name = name
    self.value = value
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    guard let value else { return }
    writer.append(byte: 0x20)
    writer.append(literal: name)
    writer.append(literal: "=\"")
    writer.append(escaping: value)
    writer.append(byte: 0x22)
  }
}

/// Two texts in one attribute, with a blank between them; the second may be
/// absent.
public struct ListAttribute: Attribute {
  @usableFromInline let name: StaticString
  @usableFromInline let first: String
  @usableFromInline let second: String?

  @inlinable
  init(_ name: StaticString, _ first: String, _ second: String?) {
    self.name = name
    self.first = first
    self.second = second
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    writer.append(byte: 0x20)
    writer.append(literal: name)
    writer.append(literal: "=\"")
    writer.append(escaping: first)
    if let second {
      writer.append(byte: 0x20)
      writer.append(escaping: second)
    }
    writer.append(byte: 0x22)
  }
}

/// An attribute that is there or not.
public struct FlagAttribute: Attribute {
  @usableFromInline let name: StaticString
  @usableFromInline let isOn: Bool

  @inlinable
  init(_ name: StaticString, _ isOn: Bool) {
    self.name = name
    self.isOn = isOn
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    guard isOn else { return }
    writer.append(byte: 0x20)
    writer.append(literal: name)
  }
}

/// An attribute with a finite number. What is not finite leaves it out: SVG
/// has no way to write it.
public struct NumberAttribute: Attribute {
  @usableFromInline let name: StaticString
  @usableFromInline let value: Double

  @inlinable
  init(_ name: StaticString, _ value: Double) {
    self.name = name
    self.value = value
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    guard value.isFinite else { return }
    writer.append(byte: 0x20)
    writer.append(literal: name)
    writer.append(literal: "=\"")
    writer.append(number: value)
    writer.append(byte: 0x22)
  }
}
