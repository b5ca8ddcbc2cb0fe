public import Markup

/// A decorative icon in the colour of the surrounding text, which is hidden
/// from assistive technology.
///
/// ```swift
/// import Markup
///
/// let link = a {
///   Icon(.plus)
///   "Add"
/// }
/// print(link.href(Href(path: ["animals"])).renderedString())
/// ```
public struct Icon: Component {
  /// The available icons.
  public enum Shape: Sendable {
    case leaf, pulse, paw, picture, plus
  }

  private let shape: Shape

  /// Creates an icon.
  public init(_ shape: Shape) {
    self.shape = shape
  }

  public var body: some HTML {
    svg {
      switch shape {
      case .leaf:
        path().d("M5 19C4 10 10 4.5 20 4c.5 10-5 16-15 15zM5 19c3-5.5 6-8.5 10-10.5")
      case .pulse:
        path().d("M2 13h4l2-6 3.5 12L15 4l2.5 11 1.5-2h3")
      case .paw:
        ellipse().cx(8).cy(6.5).rx(2).ry(2.7)
        ellipse().cx(16).cy(6.5).rx(2).ry(2.7)
        ellipse().cx(3.9).cy(11.5).rx(1.8).ry(2.4)
        ellipse().cx(20.1).cy(11.5).rx(1.8).ry(2.4)
        path().d(
          """
          M12 12c-3 0-5.5 3.2-5.5 5.5 0 1.7 1.2 2.7 2.7 2.5 1-.1 1.8-.5 2.8-.5s1.8.4 2.8.5c1.5.2 \
          2.7-.8 2.7-2.5 0-2.3-2.5-5.5-5.5-5.5z
          """)
      case .picture:
        rect().x(3).y(4.5).width(18).height(15).rx(2)
        circle().cx(8.5).cy(9.5).r(1.7)
        path().d("M3.5 17.5l5-4.5 3.5 3 4-4.5 4.5 4.5")
      case .plus:
        path().d("M12 5v14M5 12h14")
      }
    }
    .class("icon").viewBox(ViewBox(0, 0, 24, 24)).aria(.hidden, "true")
  }
}
