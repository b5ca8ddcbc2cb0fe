// Attributes of SVG elements. Numbers are passed as `Double`, so that values
// that are not finite can be left out.
// https://www.w3.org/TR/SVG2/attindex.html

/// SVG elements that are drawn.
public protocol ShapeTag: Tag {}

extension Element where Name: ShapeTag {
  /// Sets the fill colour, or `none`.
  @inlinable
  @inline(__always)
  public consuming func fill(_ value: String) -> Adding<TextAttribute<AttributeNames.Fill>> {
    adding(TextAttribute(value))
  }

  /// Sets the opacity of the fill, from 0 to 1.
  @inlinable public consuming func fillOpacity(_ value: Double) -> Adding<NamedAttribute> {
    adding("fill-opacity", value)
  }

  /// Sets the SVG transform functions, such as `translate(1 2)`.
  @inlinable public consuming func transform(_ value: String) -> Adding<NamedAttribute> {
    adding("transform", value)
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
public protocol CentredTag: Tag {}

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

/// Elements with one radius.
public protocol RoundTag: CentredTag {}

extension Element where Name: RoundTag {
  /// Sets the radius.
  @inlinable
  @inline(__always)
  public consuming func r(_ value: Double) -> Adding<NumberAttribute<AttributeNames.R>> {
    adding(NumberAttribute(value))
  }
}

/// Elements with two radii.
public protocol RoundedTag: ShapeTag {}

extension Element where Name: RoundedTag {
  /// Sets the horizontal radius of an ellipse or of rounded corners.
  @inlinable public consuming func rx(_ value: Double) -> Adding<NamedAttribute> {
    adding("rx", value)
  }

  /// Sets the vertical radius of an ellipse or of rounded corners.
  @inlinable public consuming func ry(_ value: Double) -> Adding<NamedAttribute> {
    adding("ry", value)
  }
}

/// Elements that are positioned by their top left corner or text origin.
public protocol PlacedTag: ShapeTag {}

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

extension Element where Name: SizedTag {
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

/// Elements with a start and an end.
public protocol LineTag: Tag {}

extension Element where Name: LineTag {
  /// Sets the start of the line.
  @inlinable public consuming func from(
    x: Double, y: Double
  ) -> Adding<NamedAttribute>.Adding<NamedAttribute> {
    adding("x1", x).adding("y1", y)
  }

  /// Sets the end of the line.
  @inlinable public consuming func to(
    x: Double, y: Double
  ) -> Adding<NamedAttribute>.Adding<NamedAttribute> {
    adding("x2", x).adding("y2", y)
  }
}

extension Element where Name: ShapeTag {
  /// Sets the colour of the outline, or `none`.
  @inlinable public consuming func stroke(_ value: String) -> Adding<NamedAttribute> {
    adding("stroke", value)
  }

  /// Sets the width of the outline.
  @inlinable public consuming func strokeWidth(_ value: Double) -> Adding<NamedAttribute> {
    adding("stroke-width", value)
  }

  /// Sets the opacity of the outline, from 0 to 1.
  @inlinable public consuming func strokeOpacity(_ value: Double) -> Adding<NamedAttribute> {
    adding("stroke-opacity", value)
  }

  /// Keeps the width of outlines at any scale: `non-scaling-stroke`.
  @inlinable public consuming func vectorEffect(_ value: String) -> Adding<NamedAttribute> {
    adding("vector-effect", value)
  }
}

// References to elements of the same page.
extension Element where Name: ShapeTag {
  /// Fills the shape with the gradient or pattern of this `id`.
  @inlinable public consuming func fill(url id: String) -> Adding<NamedAttribute> {
    adding("fill", reference(id))
  }

  /// Draws the outline with the gradient or pattern of this `id`.
  @inlinable public consuming func stroke(url id: String) -> Adding<NamedAttribute> {
    adding("stroke", reference(id))
  }
}

/// Returns a reference to the element with an `id`.
@usableFromInline
func reference(_ id: String) -> String {
  "url(\(Href(fragment: id).text))"
}

/// SVG elements with texts.
public protocol LetteredTag: ShapeTag {}

extension Element where Name: LetteredTag {
  /// Sets the alignment at the position: `start`, `middle` or `end`.
  @inlinable public consuming func textAnchor(_ value: String) -> Adding<NamedAttribute> {
    adding("text-anchor", value)
  }

  /// Sets the size of the font.
  @inlinable public consuming func fontSize(_ value: Double) -> Adding<NamedAttribute> {
    adding("font-size", value)
  }
}

/// SVG elements that are texts.
public protocol GlyphsTag: LetteredTag {}

extension Element where Name: GlyphsTag {
  /// Shifts the text vertically.
  @inlinable public consuming func dy(_ value: Double) -> Adding<NamedAttribute> {
    adding("dy", value)
  }
}

extension Element where Name == Tags.Stop {
  /// Sets the position of the colour in the gradient, from 0 to 1.
  @inlinable public consuming func offset(_ value: Double) -> Adding<NamedAttribute> {
    adding("offset", value)
  }

  /// Sets the colour.
  @inlinable public consuming func stopColor(_ value: String) -> Adding<NamedAttribute> {
    adding("stop-color", value)
  }
}

extension Element where Name == Tags.Pattern {
  /// Sets the units of its place: `userSpaceOnUse` or `objectBoundingBox`.
  @inlinable public consuming func patternUnits(_ value: String) -> Adding<NamedAttribute> {
    adding("patternUnits", value)
  }

  /// Sets the transform functions of the pattern.
  @inlinable public consuming func patternTransform(_ value: String) -> Adding<NamedAttribute> {
    adding("patternTransform", value)
  }
}
