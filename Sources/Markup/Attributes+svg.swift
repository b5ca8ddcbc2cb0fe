// Attributes of SVG elements: numbers are numbers, so that what is not finite
// never reaches the page. https://www.w3.org/TR/SVG2/attindex.html

/// Elements of SVG.
public protocol SVGTag: Tag {}
/// Elements of SVG that are drawn.
public protocol ShapeTag: SVGTag {}

extension Tags.Svg: SVGTag {}
extension Tags.Defs: SVGTag {}
extension Tags.Symbol: SVGTag {}
extension Tags.G: ShapeTag {}
extension Tags.Circle: ShapeTag {}
extension Tags.Ellipse: ShapeTag {}
extension Tags.Line: ShapeTag {}
extension Tags.Path: ShapeTag {}
extension Tags.Polygon: ShapeTag {}
extension Tags.Polyline: ShapeTag {}
extension Tags.Rect: ShapeTag {}
extension Tags.Text: ShapeTag {}
extension Tags.Use: ShapeTag {}

/// The part of the drawing that is shown, in the drawing's own units.
public struct ViewBox: Hashable, Sendable {
  public let x, y, width, height: Double

  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// `viewBox`, with its four numbers.
public struct ViewBoxAttribute: Attribute {
  @usableFromInline let value: ViewBox

  @inlinable
  init(_ value: ViewBox) {
    self.value = value
  }

  @inlinable
  public func render(into writer: inout ByteWriter) {
    writer.append(literal: " viewBox=\"")
    writer.append(number: value.x)
    writer.append(byte: 0x20)
    writer.append(number: value.y)
    writer.append(byte: 0x20)
    writer.append(number: value.width)
    writer.append(byte: 0x20)
    writer.append(number: value.height)
    writer.append(byte: 0x22)
  }
}

extension Element where Name == Tags.Svg {
  @inlinable
  public func viewBox(_ value: ViewBox) -> Adding<ViewBoxAttribute> {
    adding(ViewBoxAttribute(value))
  }
}

extension Element where Name: ShapeTag {
  @inlinable
  public func fill(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("fill", value))
  }

  @inlinable
  public func transform(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("transform", value))
  }
}

extension Element where Name == Tags.Path {
  /// The outline, in the commands of SVG.
  @inlinable
  public func d(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("d", value))
  }
}

/// Elements with a centre.
public protocol CentredTag: ShapeTag {}
extension Tags.Circle: CentredTag {}
extension Tags.Ellipse: CentredTag {}

extension Element where Name: CentredTag {
  @inlinable
  public func cx(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("cx", value))
  }

  @inlinable
  public func cy(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("cy", value))
  }
}

extension Element where Name == Tags.Circle {
  @inlinable
  public func r(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("r", value))
  }
}

/// Elements with two radii.
public protocol RoundedTag: ShapeTag {}
extension Tags.Ellipse: RoundedTag {}
extension Tags.Rect: RoundedTag {}

extension Element where Name: RoundedTag {
  @inlinable
  public func rx(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("rx", value))
  }

  @inlinable
  public func ry(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("ry", value))
  }
}

/// Elements with a corner.
public protocol PlacedTag: ShapeTag {}
extension Tags.Rect: PlacedTag {}
extension Tags.Text: PlacedTag {}
extension Tags.Use: PlacedTag {}

extension Element where Name: PlacedTag {
  @inlinable
  public func x(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("x", value))
  }

  @inlinable
  public func y(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("y", value))
  }
}

extension Element where Name == Tags.Rect {
  @inlinable
  public func width(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("width", value))
  }

  @inlinable
  public func height(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("height", value))
  }
}

extension Element where Name == Tags.Line {
  @inlinable
  public func from(x: Double, y: Double) -> Adding<NumberAttribute>.Adding<NumberAttribute> {
    adding(NumberAttribute("x1", x)).adding(NumberAttribute("y1", y))
  }

  @inlinable
  public func to(x: Double, y: Double) -> Adding<NumberAttribute>.Adding<NumberAttribute> {
    adding(NumberAttribute("x2", x)).adding(NumberAttribute("y2", y))
  }
}
