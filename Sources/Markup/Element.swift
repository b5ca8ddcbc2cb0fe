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
  init(attributes: Attributes, content: Content) {
    self.attributes = attributes
    self.content = content
  }

  @inlinable
  func adding<New: Attribute>(_ attribute: New) -> Adding<New> {
    Adding(attributes: With(attributes, attribute), content: content)
  }

  @inlinable
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
  public init(@HTMLBuilder _ content: () -> Content) {
    self.init(attributes: NoAttributes(), content: content())
  }
}

extension Element where Attributes == NoAttributes, Content == Empty {
  /// The element with nothing in it.
  @inlinable
  public init() {
    self.init(attributes: NoAttributes(), content: Empty())
  }
}

extension Element where Attributes == NoAttributes, Content == Text {
  /// The element with a text in it, for elements that take nothing else.
  @inlinable
  public init(_ text: String) {
    self.init(attributes: NoAttributes(), content: Text(text))
  }
}
