// Attributes of SVG elements: numbers are numbers, so that what is not finite
// never reaches the page. https://www.w3.org/TR/SVG2/attindex.html

/// Elements of SVG that are drawn.
public protocol ShapeTag: Tag {}
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

extension Element where Name: ShapeTag {
  /// The colour of the inside, or `none`.
  @inlinable
  public func fill(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("fill", value))
  }

  /// How it is moved, turned or scaled, in the functions of SVG.
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
  /// How far the centre is from the left.
  @inlinable
  public func cx(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("cx", value))
  }

  /// How far the centre is from the top.
  @inlinable
  public func cy(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("cy", value))
  }
}

extension Element where Name == Tags.Circle {
  /// The radius.
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
  /// The horizontal radius, of an ellipse or of corners.
  @inlinable
  public func rx(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("rx", value))
  }

  /// The vertical radius, of an ellipse or of corners.
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
  /// How far it is from the left.
  @inlinable
  public func x(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("x", value))
  }

  /// How far it is from the top.
  @inlinable
  public func y(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("y", value))
  }
}

extension Element where Name == Tags.Rect {
  /// The width.
  @inlinable
  public func width(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("width", value))
  }

  /// The height.
  @inlinable
  public func height(_ value: Double) -> Adding<NumberAttribute> {
    adding(NumberAttribute("height", value))
  }
}

extension Element where Name == Tags.Line {
  /// Where the line starts.
  @inlinable
  public func from(x: Double, y: Double) -> Adding<NumberAttribute>.Adding<NumberAttribute> {
    adding(NumberAttribute("x1", x)).adding(NumberAttribute("y1", y))
  }

  /// Where the line ends.
  @inlinable
  public func to(x: Double, y: Double) -> Adding<NumberAttribute>.Adding<NumberAttribute> {
    adding(NumberAttribute("x2", x)).adding(NumberAttribute("y2", y))
  }
}
