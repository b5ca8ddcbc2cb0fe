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
  /// The lines of an icon, in a square of 24 by 24 units, or larger for a drawing.
  ///
  /// A guide adds its own as static members:
  ///
  /// ```swift
  /// extension Icon.Shape {
  ///   static let drop = Icon.Shape(path: "M12 3c5 6 6 8 6 11a6 6 0 0 1-12 0c0-3 1-5 6-11z")
  /// }
  /// let icon = Icon(.drop)
  /// ```
  public struct Shape: Hashable, Sendable {
    // Rendered once, so that shapes can be compared as part of a view's state.
    fileprivate let drawing: String
    fileprivate let side: Int

    /// Creates a shape from SVG path commands.
    public init(path commands: String) {
      self.init { path().d(commands) }
    }

    /// Creates a shape from SVG elements. The style sheet draws lines without a fill.
    ///
    /// - Parameters:
    ///   - side: the side of the square in units.
    ///   - drawing: the elements.
    public init(side: Int = 24, @HTMLBuilder _ drawing: () -> some HTML) {
      self.side = side
      self.drawing = drawing().renderedString()
    }
  }

  private let shape: Shape

  /// Creates an icon.
  public init(_ shape: Shape) {
    self.shape = shape
  }

  public var body: some HTML {
    svg { UnescapedHTML(trustedAndNeverFromInput: shape.drawing) }
      .class("icon").viewBox(ViewBox(0, 0, Double(shape.side), Double(shape.side))).aria(
        .hidden, "true")
  }
}

extension Icon.Shape {
  /// A leaf, for plants and animals.
  public static let leaf = Self(
    path: "M5 19C4 10 10 4.5 20 4c.5 10-5 16-15 15zM5 19c3-5.5 6-8.5 10-10.5")
  /// A line of a seismograph.
  public static let pulse = Self(path: "M2 13h4l2-6 3.5 12L15 4l2.5 11 1.5-2h3")
  /// A paw print.
  public static let paw = Self {
    ellipse().cx(8).cy(6.5).rx(2).ry(2.7)
    ellipse().cx(16).cy(6.5).rx(2).ry(2.7)
    ellipse().cx(3.9).cy(11.5).rx(1.8).ry(2.4)
    ellipse().cx(20.1).cy(11.5).rx(1.8).ry(2.4)
    path().d(
      """
      M12 12c-3 0-5.5 3.2-5.5 5.5 0 1.7 1.2 2.7 2.7 2.5 1-.1 1.8-.5 2.8-.5s1.8.4 2.8.5c1.5.2 \
      2.7-.8 2.7-2.5 0-2.3-2.5-5.5-5.5-5.5z
      """)
  }
  /// A framed picture.
  public static let picture = Self {
    rect().x(3).y(4.5).width(18).height(15).rx(2)
    circle().cx(8.5).cy(9.5).r(1.7)
    path().d("M3.5 17.5l5-4.5 3.5 3 4-4.5 4.5 4.5")
  }
  /// A tick, for what succeeded.
  public static let tick = Self(path: "M4.5 12.5l5 5L20 7")
  /// A triangle with an exclamation mark, for what failed.
  public static let warning = Self(path: "M12 3.5l9.5 17h-19zM12 10v5M12 17.8v.1")
  /// A magnifying glass, for searching.
  public static let search = Self(path: "M16 16l5 5M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0")
  /// A plus sign, for links that add something.
  public static let plus = Self(path: "M12 5v14M5 12h14")
}
