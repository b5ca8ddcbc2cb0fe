/// An element: its tag, its attributes and its content, all of them as types.
///
/// Elements have the names of the HTML standard. The content comes first,
/// then the attributes, like modifiers in SwiftUI:
///
/// ```swift
/// let item = li {
///   a { "Newt" }.class("row").href(Href(path: ["animals"]))
/// }
/// .id("newt")
/// print(item.renderedString())
/// ```
public struct Element<Name: Tag, Attributes: AttributeList, Content: HTML>: HTML {
  /// The type of this element with one more attribute.
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
    writer.append("<", literal: Name.name, "")
    attributes.render(into: &writer)
    writer.append(byte: 0x3E)  // >
    if Name.isVoid { return }
    if Name.losesLeadingNewline { writer.append(byte: 0x0A) }
    content.render(into: &writer)
    writer.append("</", literal: Name.name, ">")
  }
}

extension Element where Attributes == NoAttributes {
  /// Creates an element with content.
  @inlinable
  @inline(__always)
  public init(@HTMLBuilder _ content: () -> Content) {
    self.init(attributes: NoAttributes(), content: content())
  }
}

extension Element where Attributes == NoAttributes, Content == Empty {
  /// Creates an element without content.
  @inlinable
  @inline(__always)
  public init() {
    self.init(attributes: NoAttributes(), content: Empty())
  }
}
