// The HTML elements in use, by their names in the standard.
// https://html.spec.whatwg.org/multipage/indices.html#elements-3

public typealias a<Content: HTML> = Element<Tags.A, NoAttributes, Content>
public typealias article<Content: HTML> = Element<Tags.Article, NoAttributes, Content>
public typealias aside<Content: HTML> = Element<Tags.Aside, NoAttributes, Content>
public typealias bdi<Content: HTML> = Element<Tags.Bdi, NoAttributes, Content>
public typealias button<Content: HTML> = Element<Tags.Button, NoAttributes, Content>
public typealias caption<Content: HTML> = Element<Tags.Caption, NoAttributes, Content>
public typealias code<Content: HTML> = Element<Tags.Code, NoAttributes, Content>
public typealias datalist<Content: HTML> = Element<Tags.Datalist, NoAttributes, Content>
public typealias dd<Content: HTML> = Element<Tags.Dd, NoAttributes, Content>
public typealias details<Content: HTML> = Element<Tags.Details, NoAttributes, Content>
public typealias dialog<Content: HTML> = Element<Tags.Dialog, NoAttributes, Content>
public typealias div<Content: HTML> = Element<Tags.Div, NoAttributes, Content>
public typealias dl<Content: HTML> = Element<Tags.Dl, NoAttributes, Content>
public typealias dt<Content: HTML> = Element<Tags.Dt, NoAttributes, Content>
public typealias em<Content: HTML> = Element<Tags.Em, NoAttributes, Content>
public typealias fieldset<Content: HTML> = Element<Tags.Fieldset, NoAttributes, Content>
public typealias figcaption<Content: HTML> = Element<Tags.Figcaption, NoAttributes, Content>
public typealias figure<Content: HTML> = Element<Tags.Figure, NoAttributes, Content>
public typealias footer<Content: HTML> = Element<Tags.Footer, NoAttributes, Content>
public typealias form<Content: HTML> = Element<Tags.Form, NoAttributes, Content>
public typealias h1<Content: HTML> = Element<Tags.H1, NoAttributes, Content>
public typealias h2<Content: HTML> = Element<Tags.H2, NoAttributes, Content>
public typealias h3<Content: HTML> = Element<Tags.H3, NoAttributes, Content>
public typealias header<Content: HTML> = Element<Tags.Header, NoAttributes, Content>
public typealias label<Content: HTML> = Element<Tags.Label, NoAttributes, Content>
public typealias legend<Content: HTML> = Element<Tags.Legend, NoAttributes, Content>
public typealias li<Content: HTML> = Element<Tags.Li, NoAttributes, Content>
public typealias main<Content: HTML> = Element<Tags.Main, NoAttributes, Content>
public typealias nav<Content: HTML> = Element<Tags.Nav, NoAttributes, Content>
public typealias ol<Content: HTML> = Element<Tags.Ol, NoAttributes, Content>
public typealias option<Content: HTML> = Element<Tags.Option, NoAttributes, Content>
public typealias p<Content: HTML> = Element<Tags.P, NoAttributes, Content>
public typealias pre<Content: HTML> = Element<Tags.Pre, NoAttributes, Content>
public typealias section<Content: HTML> = Element<Tags.Section, NoAttributes, Content>
public typealias select<Content: HTML> = Element<Tags.Select, NoAttributes, Content>
public typealias small<Content: HTML> = Element<Tags.Small, NoAttributes, Content>
public typealias span<Content: HTML> = Element<Tags.Span, NoAttributes, Content>
public typealias strong<Content: HTML> = Element<Tags.Strong, NoAttributes, Content>
public typealias summary<Content: HTML> = Element<Tags.Summary, NoAttributes, Content>
public typealias table<Content: HTML> = Element<Tags.Table, NoAttributes, Content>
public typealias tbody<Content: HTML> = Element<Tags.Tbody, NoAttributes, Content>
public typealias td<Content: HTML> = Element<Tags.Td, NoAttributes, Content>
public typealias textarea<Content: HTML> = Element<Tags.Textarea, NoAttributes, Content>
public typealias th<Content: HTML> = Element<Tags.Th, NoAttributes, Content>
public typealias thead<Content: HTML> = Element<Tags.Thead, NoAttributes, Content>
public typealias time<Content: HTML> = Element<Tags.Time, NoAttributes, Content>
public typealias tr<Content: HTML> = Element<Tags.Tr, NoAttributes, Content>
public typealias ul<Content: HTML> = Element<Tags.Ul, NoAttributes, Content>
public typealias br = Element<Tags.Br, NoAttributes, Empty>
public typealias hr = Element<Tags.Hr, NoAttributes, Empty>
public typealias img = Element<Tags.Img, NoAttributes, Empty>
public typealias iframe = Element<Tags.Iframe, NoAttributes, Empty>
public typealias input = Element<Tags.Input, NoAttributes, Empty>

extension Tags {
  public enum A: Tag {
    @inlinable public static var name: StaticString { "a" }
  }
  public enum Article: Tag {
    @inlinable public static var name: StaticString { "article" }
  }
  public enum Aside: Tag {
    @inlinable public static var name: StaticString { "aside" }
  }
  public enum Bdi: Tag {
    @inlinable public static var name: StaticString { "bdi" }
  }
  public enum Button: Tag {
    @inlinable public static var name: StaticString { "button" }
  }
  public enum Caption: Tag {
    @inlinable public static var name: StaticString { "caption" }
  }
  public enum Code: Tag {
    @inlinable public static var name: StaticString { "code" }
  }
  public enum Datalist: Tag {
    @inlinable public static var name: StaticString { "datalist" }
  }
  public enum Dd: Tag {
    @inlinable public static var name: StaticString { "dd" }
  }
  public enum Details: Tag {
    @inlinable public static var name: StaticString { "details" }
  }
  public enum Dialog: Tag {
    @inlinable public static var name: StaticString { "dialog" }
  }
  public enum Div: Tag {
    @inlinable public static var name: StaticString { "div" }
  }
  public enum Dl: Tag {
    @inlinable public static var name: StaticString { "dl" }
  }
  public enum Dt: Tag {
    @inlinable public static var name: StaticString { "dt" }
  }
  public enum Em: Tag {
    @inlinable public static var name: StaticString { "em" }
  }
  public enum Fieldset: Tag {
    @inlinable public static var name: StaticString { "fieldset" }
  }
  public enum Figcaption: Tag {
    @inlinable public static var name: StaticString { "figcaption" }
  }
  public enum Figure: Tag {
    @inlinable public static var name: StaticString { "figure" }
  }
  public enum Footer: Tag {
    @inlinable public static var name: StaticString { "footer" }
  }
  public enum Form: Tag {
    @inlinable public static var name: StaticString { "form" }
  }
  public enum H1: Tag {
    @inlinable public static var name: StaticString { "h1" }
  }
  public enum H2: Tag {
    @inlinable public static var name: StaticString { "h2" }
  }
  public enum H3: Tag {
    @inlinable public static var name: StaticString { "h3" }
  }
  public enum Header: Tag {
    @inlinable public static var name: StaticString { "header" }
  }
  public enum Label: Tag {
    @inlinable public static var name: StaticString { "label" }
  }
  public enum Legend: Tag {
    @inlinable public static var name: StaticString { "legend" }
  }
  public enum Li: Tag {
    @inlinable public static var name: StaticString { "li" }
  }
  public enum Main: Tag {
    @inlinable public static var name: StaticString { "main" }
  }
  public enum Nav: Tag {
    @inlinable public static var name: StaticString { "nav" }
  }
  public enum Ol: Tag {
    @inlinable public static var name: StaticString { "ol" }
  }
  public enum Option: Tag {
    @inlinable public static var name: StaticString { "option" }
  }
  public enum P: Tag {
    @inlinable public static var name: StaticString { "p" }
  }
  public enum Pre: Tag {
    @inlinable public static var name: StaticString { "pre" }
    @inlinable public static var losesLeadingNewline: Bool { true }
  }
  public enum Section: Tag {
    @inlinable public static var name: StaticString { "section" }
  }
  public enum Select: Tag {
    @inlinable public static var name: StaticString { "select" }
  }
  public enum Small: Tag {
    @inlinable public static var name: StaticString { "small" }
  }
  public enum Span: Tag {
    @inlinable public static var name: StaticString { "span" }
  }
  public enum Strong: Tag {
    @inlinable public static var name: StaticString { "strong" }
  }
  public enum Summary: Tag {
    @inlinable public static var name: StaticString { "summary" }
  }
  public enum Table: Tag {
    @inlinable public static var name: StaticString { "table" }
  }
  public enum Tbody: Tag {
    @inlinable public static var name: StaticString { "tbody" }
  }
  public enum Td: Tag {
    @inlinable public static var name: StaticString { "td" }
  }
  public enum Textarea: Tag {
    @inlinable public static var name: StaticString { "textarea" }
    @inlinable public static var losesLeadingNewline: Bool { true }
  }
  public enum Th: Tag {
    @inlinable public static var name: StaticString { "th" }
  }
  public enum Thead: Tag {
    @inlinable public static var name: StaticString { "thead" }
  }
  public enum Time: Tag {
    @inlinable public static var name: StaticString { "time" }
  }
  public enum Tr: Tag {
    @inlinable public static var name: StaticString { "tr" }
  }
  public enum Ul: Tag {
    @inlinable public static var name: StaticString { "ul" }
  }
  public enum Br: Tag {
    @inlinable public static var name: StaticString { "br" }
    @inlinable public static var isVoid: Bool { true }
  }
  public enum Hr: Tag {
    @inlinable public static var name: StaticString { "hr" }
    @inlinable public static var isVoid: Bool { true }
  }
  public enum Img: Tag {
    @inlinable public static var name: StaticString { "img" }
    @inlinable public static var isVoid: Bool { true }
  }
  public enum Iframe: Tag {
    @inlinable public static var name: StaticString { "iframe" }
  }
  public enum Input: Tag {
    @inlinable public static var name: StaticString { "input" }
    @inlinable public static var isVoid: Bool { true }
  }
}
