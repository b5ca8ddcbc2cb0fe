/// An element: its tag, its attributes and what stands in it, all by type.
///
/// Write it by its HTML name, its content first and its attributes after it,
/// as modifiers are in SwiftUI:
///
///     a { "Edit" }.class("button").href(state.edit)
public struct Element<Name: Tag, Attributes: AttributeList, Content: HTML>: HTML {
  /// This element with one attribute more.
  public typealias Adding<New: Attribute> = Element<Name, With<Attributes, New>, Content>

  @usableFromInline let attributes: Attributes
  @usableFromInline let content: Content

  @inlinable
  @inline(__always)
  init(attributes: consuming Attributes, content: consuming Content) {
    self.attributes = attributes
    self.content = content
  }

  @inlinable
  @inline(__always)
  consuming func adding<New: Attribute>(_ attribute: consuming New) -> Adding<New> {
    Adding(attributes: With(attributes, attribute), content: content)
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    writer.append(byte: 0x3C)  // <
    writer.append(literal: Name.name)
    attributes.render(into: &writer)
    writer.append(byte: 0x3E)  // >
    if Name.isVoid { return }
    if Name.losesLeadingNewline { writer.append(byte: 0x0A) }
    content.render(into: &writer)
    writer.append(literal: "</")
    writer.append(literal: Name.name)
    writer.append(byte: 0x3E)
  }
}

extension Element where Attributes == NoAttributes {
  /// The element with some content.
  @inlinable
  @inline(__always)
  public init(@HTMLBuilder _ content: () -> Content) {
    self.init(attributes: NoAttributes(), content: content())
  }
}

extension Element where Attributes == NoAttributes, Content == Empty {
  /// The element with nothing in it.
  @inlinable
  @inline(__always)
  public init() {
    self.init(attributes: NoAttributes(), content: Empty())
  }
}

extension Element where Attributes == NoAttributes, Content == Text {
  /// The element with a text in it, for elements that take nothing else.
  @inlinable
  @inline(__always)
  public init(_ text: String) {
    self.init(attributes: NoAttributes(), content: Text(text))
  }
}
