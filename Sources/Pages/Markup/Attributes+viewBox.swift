/// The visible rectangle of a drawing, in the drawing's own units.
///
/// ```swift
/// let icon = svg { path().d("M12 5v14M5 12h14") }.viewBox(ViewBox(0, 0, 24, 24))
/// print(icon.renderedString())
/// ```
public struct ViewBox: Hashable, Sendable {
  /// The left edge, the top edge, the width and the height.
  public let x, y, width, height: Double

  /// Creates a rectangle from its left edge, top edge, width and height.
  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// The `viewBox` attribute; left out if a number is not finite.
public struct ViewBoxAttribute: Attribute {
  @usableFromInline let value: ViewBox

  @inlinable
  init(_ value: ViewBox) {
    self.value = value
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    let numbers = [value.x, value.y, value.width, value.height]
    guard numbers.allSatisfy(\.isFinite) else { return }
    writer.append(literal: " viewBox=\"")
    for (index, number) in numbers.enumerated() {
      if index > 0 { writer.append(byte: 0x20) }
      writer.append(number: number)
    }
    writer.append(byte: 0x22)
  }
}

/// Elements with their own coordinate system.
public protocol ViewBoxTag: Tag {}

extension Element where Name: ViewBoxTag {
  /// Sets the visible rectangle of the drawing.
  @inlinable
  @inline(__always)
  public consuming func viewBox(_ value: ViewBox) -> Adding<ViewBoxAttribute> {
    adding(ViewBoxAttribute(value))
  }

  /// Sets the alignment and scale of the drawing, such as `none` or `xMidYMid meet`.
  @inlinable public consuming func preserveAspectRatio(
    _ value: String
  ) -> Adding<NamedAttribute> {
    adding("preserveAspectRatio", value)
  }
}
