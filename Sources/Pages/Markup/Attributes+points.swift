/// The `points` attribute; left out if a coordinate is not finite.
public struct PointsAttribute: Attribute {
  @usableFromInline let points: [(x: Double, y: Double)]

  @inlinable
  init(_ points: [(x: Double, y: Double)]) {
    self.points = points
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
    writer.append(literal: " points=\"")
    for (index, point) in points.enumerated() {
      if index > 0 { writer.append(byte: 0x20) }
      writer.append(number: point.x)
      writer.append(byte: 0x2C)
      writer.append(number: point.y)
    }
    writer.append(byte: 0x22)
  }
}

/// Elements with a list of corners.
public protocol CorneredTag: ShapeTag {}

extension Element where Name: CorneredTag {
  /// Sets the corners in drawing order.
  @inlinable
  @inline(__always)
  public consuming func points(_ value: [(x: Double, y: Double)]) -> Adding<PointsAttribute> {
    adding(PointsAttribute(value))
  }
}
