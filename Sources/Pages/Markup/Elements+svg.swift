// The SVG elements that maps, charts and icons use, by their names in the
// standard. https://www.w3.org/TR/SVG2/eltindex.html
//
// Missing on purpose: `animate` and `set`, which could change a URL to a script,
// and `foreignObject`.

public typealias circle<Content: HTML> = Element<Tags.Circle, NoAttributes, Content>
public typealias defs<Content: HTML> = Element<Tags.Defs, NoAttributes, Content>
public typealias desc<Content: HTML> = Element<Tags.Desc, NoAttributes, Content>
public typealias ellipse<Content: HTML> = Element<Tags.Ellipse, NoAttributes, Content>
public typealias g<Content: HTML> = Element<Tags.G, NoAttributes, Content>
public typealias image<Content: HTML> = Element<Tags.Image, NoAttributes, Content>
public typealias line<Content: HTML> = Element<Tags.Line, NoAttributes, Content>
public typealias linearGradient<Content: HTML> = Element<Tags.LinearGradient, NoAttributes, Content>
public typealias path<Content: HTML> = Element<Tags.Path, NoAttributes, Content>
public typealias pattern<Content: HTML> = Element<Tags.Pattern, NoAttributes, Content>
public typealias polygon<Content: HTML> = Element<Tags.Polygon, NoAttributes, Content>
public typealias polyline<Content: HTML> = Element<Tags.Polyline, NoAttributes, Content>
public typealias rect<Content: HTML> = Element<Tags.Rect, NoAttributes, Content>
public typealias stop<Content: HTML> = Element<Tags.Stop, NoAttributes, Content>
public typealias svg<Content: HTML> = Element<Tags.Svg, NoAttributes, Content>
public typealias symbol<Content: HTML> = Element<Tags.Symbol, NoAttributes, Content>
public typealias text<Content: HTML> = Element<Tags.Text, NoAttributes, Content>
public typealias title<Content: HTML> = Element<Tags.Title, NoAttributes, Content>
public typealias tspan<Content: HTML> = Element<Tags.Tspan, NoAttributes, Content>
public typealias use<Content: HTML> = Element<Tags.Use, NoAttributes, Content>

extension Tags {
  public enum Circle: ShapeTag, RoundTag {
    @inlinable public static var name: StaticString { "circle" }
  }
  public enum Defs: Tag { @inlinable public static var name: StaticString { "defs" } }
  public enum Desc: Tag { @inlinable public static var name: StaticString { "desc" } }
  public enum Ellipse: CentredTag, RoundedTag {
    @inlinable public static var name: StaticString { "ellipse" }
  }
  public enum G: LetteredTag { @inlinable public static var name: StaticString { "g" } }
  public enum Image: HrefTag, SizedTag, PlacedTag {
    @inlinable public static var name: StaticString { "image" }
  }
  public enum Line: ShapeTag, LineTag { @inlinable public static var name: StaticString { "line" } }
  public enum LinearGradient: HrefTag, LineTag {
    @inlinable public static var name: StaticString { "linearGradient" }
  }
  public enum Path: ShapeTag { @inlinable public static var name: StaticString { "path" } }
  public enum Pattern: HrefTag, SizedTag, PlacedTag, ViewBoxTag {
    @inlinable public static var name: StaticString { "pattern" }
  }
  public enum Polygon: CorneredTag { @inlinable public static var name: StaticString { "polygon" } }
  public enum Polyline: CorneredTag {
    @inlinable public static var name: StaticString { "polyline" }
  }
  public enum Rect: SizedTag, RoundedTag, PlacedTag {
    @inlinable public static var name: StaticString { "rect" }
  }
  public enum Stop: Tag { @inlinable public static var name: StaticString { "stop" } }
  public enum Svg: SizedTag, PlacedTag, LetteredTag, ViewBoxTag {
    @inlinable public static var name: StaticString { "svg" }
  }
  public enum Symbol: SizedTag, PlacedTag, ViewBoxTag {
    @inlinable public static var name: StaticString { "symbol" }
  }
  public enum Text: PlacedTag, GlyphsTag {
    @inlinable public static var name: StaticString { "text" }
  }
  public enum Title: Tag { @inlinable public static var name: StaticString { "title" } }
  public enum Tspan: PlacedTag, GlyphsTag {
    @inlinable public static var name: StaticString { "tspan" }
  }
  public enum Use: HrefTag, SizedTag, PlacedTag {
    @inlinable public static var name: StaticString { "use" }
  }
}
