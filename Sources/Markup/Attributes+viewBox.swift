/// The part of the drawing that is shown, in the drawing's own units.
public struct ViewBox: Hashable, Sendable {
  /// Its left and upper edge, its width and its height.
  public let x, y, width, height: Double

  /// The rectangle with this corner, width and height.
  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// `viewBox`, with its four numbers; left out where one of them is not finite.
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

/// Elements with a system of coordinates of their own.
public protocol ViewBoxTag: Tag {}
extension Tags.Svg: ViewBoxTag {}
extension Tags.Symbol: ViewBoxTag {}

extension Element where Name: ViewBoxTag {
  /// Which part of the drawing is shown.
  @inlinable
  @inline(__always)
  public consuming func viewBox(_ value: ViewBox) -> Adding<ViewBoxAttribute> {
    adding(ViewBoxAttribute(value))
  }
}
