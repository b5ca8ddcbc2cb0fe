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
  @inline(__always)
  public consuming func fill(_ value: String) -> Adding<TextAttribute<AttributeNames.Fill>> {
    adding(TextAttribute(value))
  }

  /// How much of what is behind its inside is covered: from 0 to 1.
  @inlinable
  @inline(__always)
  public consuming func fillOpacity(_ value: Double) -> Adding<
    NumberAttribute<AttributeNames.FillOpacity>
  > {
    adding(NumberAttribute(value))
  }

  /// How it is moved, turned or scaled, in the functions of SVG.
  @inlinable
  @inline(__always)
  public consuming func transform(_ value: String) -> Adding<
    TextAttribute<AttributeNames.Transform>
  > {
    adding(TextAttribute(value))
  }
}

extension Element where Name == Tags.Path {
  /// The outline, in the commands of SVG.
  @inlinable
  @inline(__always)
  public consuming func d(_ value: String) -> Adding<TextAttribute<AttributeNames.D>> {
    adding(TextAttribute(value))
  }
}

/// Elements with a centre.
public protocol CentredTag: ShapeTag {}
extension Tags.Circle: CentredTag {}
extension Tags.Ellipse: CentredTag {}

extension Element where Name: CentredTag {
  /// How far the centre is from the left.
  @inlinable
  @inline(__always)
  public consuming func cx(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Cx>> {
    adding(NumberAttribute(value))
  }

  /// How far the centre is from the top.
  @inlinable
  @inline(__always)
  public consuming func cy(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Cy>> {
    adding(NumberAttribute(value))
  }
}

extension Element where Name == Tags.Circle {
  /// The radius.
  @inlinable
  @inline(__always)
  public consuming func r(_ value: Double) -> Adding<NumberAttribute<AttributeNames.R>> {
    adding(NumberAttribute(value))
  }
}

/// Elements with two radii.
public protocol RoundedTag: ShapeTag {}
extension Tags.Ellipse: RoundedTag {}
extension Tags.Rect: RoundedTag {}

extension Element where Name: RoundedTag {
  /// The horizontal radius, of an ellipse or of corners.
  @inlinable
  @inline(__always)
  public consuming func rx(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Rx>> {
    adding(NumberAttribute(value))
  }

  /// The vertical radius, of an ellipse or of corners.
  @inlinable
  @inline(__always)
  public consuming func ry(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Ry>> {
    adding(NumberAttribute(value))
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
  @inline(__always)
  public consuming func x(_ value: Double) -> Adding<NumberAttribute<AttributeNames.X>> {
    adding(NumberAttribute(value))
  }

  /// How far it is from the top.
  @inlinable
  @inline(__always)
  public consuming func y(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Y>> {
    adding(NumberAttribute(value))
  }
}

extension Element where Name == Tags.Rect {
  /// The width.
  @inlinable
  @inline(__always)
  public consuming func width(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Width>> {
    adding(NumberAttribute(value))
  }

  /// The height.
  @inlinable
  @inline(__always)
  public consuming func height(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Height>> {
    adding(NumberAttribute(value))
  }
}

extension Element where Name == Tags.Line {
  /// Where the line starts.
  @inlinable
  @inline(__always)
  public consuming func from(
    x: Double, y: Double
  ) -> Adding<NumberAttribute<AttributeNames.X1>>.Adding<NumberAttribute<AttributeNames.Y1>> {
    adding(NumberAttribute(x)).adding(NumberAttribute(y))
  }

  /// Where the line ends.
  @inlinable
  @inline(__always)
  public consuming func to(
    x: Double, y: Double
  ) -> Adding<NumberAttribute<AttributeNames.X2>>.Adding<NumberAttribute<AttributeNames.Y2>> {
    adding(NumberAttribute(x)).adding(NumberAttribute(y))
  }
}
