// Attributes of SVG elements. Numbers are passed as `Double`, so that values
// that are not finite can be left out.
// https://www.w3.org/TR/SVG2/attindex.html

/// SVG elements that are drawn.
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
  /// Sets the fill colour, or `none`.
  @inlinable
  @inline(__always)
  public consuming func fill(_ value: String) -> Adding<TextAttribute<AttributeNames.Fill>> {
    adding(TextAttribute(value))
  }

  /// Sets the opacity of the fill, from 0 to 1.
  @inlinable
  @inline(__always)
  public consuming func fillOpacity(_ value: Double) -> Adding<
    NumberAttribute<AttributeNames.FillOpacity>
  > {
    adding(NumberAttribute(value))
  }

  /// Sets the SVG transform functions, such as `translate(1 2)`.
  @inlinable
  @inline(__always)
  public consuming func transform(_ value: String) -> Adding<
    TextAttribute<AttributeNames.Transform>
  > {
    adding(TextAttribute(value))
  }
}

extension Element where Name == Tags.Path {
  /// Sets the SVG path commands.
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
  /// Sets the x coordinate of the centre.
  @inlinable
  @inline(__always)
  public consuming func cx(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Cx>> {
    adding(NumberAttribute(value))
  }

  /// Sets the y coordinate of the centre.
  @inlinable
  @inline(__always)
  public consuming func cy(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Cy>> {
    adding(NumberAttribute(value))
  }
}

extension Element where Name == Tags.Circle {
  /// Sets the radius.
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
  /// Sets the horizontal radius of an ellipse or of rounded corners.
  @inlinable
  @inline(__always)
  public consuming func rx(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Rx>> {
    adding(NumberAttribute(value))
  }

  /// Sets the vertical radius of an ellipse or of rounded corners.
  @inlinable
  @inline(__always)
  public consuming func ry(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Ry>> {
    adding(NumberAttribute(value))
  }
}

/// Elements that are positioned by their top left corner or text origin.
public protocol PlacedTag: ShapeTag {}
extension Tags.Rect: PlacedTag {}
extension Tags.Text: PlacedTag {}
extension Tags.Use: PlacedTag {}

extension Element where Name: PlacedTag {
  /// Sets the x coordinate.
  @inlinable
  @inline(__always)
  public consuming func x(_ value: Double) -> Adding<NumberAttribute<AttributeNames.X>> {
    adding(NumberAttribute(value))
  }

  /// Sets the y coordinate.
  @inlinable
  @inline(__always)
  public consuming func y(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Y>> {
    adding(NumberAttribute(value))
  }
}

extension Element where Name: PlacedTag {
  /// Sets the x coordinate in percent of the width of the drawing.
  @inlinable
  @inline(__always)
  public consuming func x(percent value: Double) -> Adding<TextAttribute<AttributeNames.X>> {
    adding(TextAttribute(percentage(value)))
  }

  /// Sets the y coordinate in percent of the height of the drawing.
  @inlinable
  @inline(__always)
  public consuming func y(percent value: Double) -> Adding<TextAttribute<AttributeNames.Y>> {
    adding(TextAttribute(percentage(value)))
  }
}

extension Element where Name == Tags.Rect {
  /// Sets the width in percent of the width of the drawing.
  @inlinable
  @inline(__always)
  public consuming func width(percent value: Double) -> Adding<
    TextAttribute<AttributeNames.Width>
  > {
    adding(TextAttribute(percentage(value)))
  }
}

/// Returns a percentage; `nil` if the number is not finite, because SVG has no
/// notation for it.
@usableFromInline
func percentage(_ value: Double) -> String? {
  guard value.isFinite else { return nil }
  return Int(exactly: value).map { "\($0)%" } ?? "\(value)%"
}

extension Element where Name == Tags.Rect {
  /// Sets the width.
  @inlinable
  @inline(__always)
  public consuming func width(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Width>> {
    adding(NumberAttribute(value))
  }

  /// Sets the height.
  @inlinable
  @inline(__always)
  public consuming func height(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Height>> {
    adding(NumberAttribute(value))
  }
}

extension Element where Name == Tags.Line {
  /// Sets the start of the line.
  @inlinable
  @inline(__always)
  public consuming func from(
    x: Double, y: Double
  ) -> Adding<NumberAttribute<AttributeNames.X1>>.Adding<NumberAttribute<AttributeNames.Y1>> {
    adding(NumberAttribute(x)).adding(NumberAttribute(y))
  }

  /// Sets the end of the line.
  @inlinable
  @inline(__always)
  public consuming func to(
    x: Double, y: Double
  ) -> Adding<NumberAttribute<AttributeNames.X2>>.Adding<NumberAttribute<AttributeNames.Y2>> {
    adding(NumberAttribute(x)).adding(NumberAttribute(y))
  }
}
