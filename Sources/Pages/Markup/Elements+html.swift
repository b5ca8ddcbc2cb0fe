// The HTML elements, by their names in the standard.
// https://html.spec.whatwg.org/multipage/indices.html#elements-3
//
// Missing on purpose: `script` and `style`, whose content cannot be escaped; and
// `html`, `head`, `base`, `link`, `meta` and `body`, which are in the template of
// the document.

public typealias a<Content: HTML> = Element<Tags.A, NoAttributes, Content>
public typealias abbr<Content: HTML> = Element<Tags.Abbr, NoAttributes, Content>
public typealias address<Content: HTML> = Element<Tags.Address, NoAttributes, Content>
public typealias article<Content: HTML> = Element<Tags.Article, NoAttributes, Content>
public typealias aside<Content: HTML> = Element<Tags.Aside, NoAttributes, Content>
public typealias audio<Content: HTML> = Element<Tags.Audio, NoAttributes, Content>
public typealias b<Content: HTML> = Element<Tags.B, NoAttributes, Content>
public typealias bdi<Content: HTML> = Element<Tags.Bdi, NoAttributes, Content>
public typealias blockquote<Content: HTML> = Element<Tags.Blockquote, NoAttributes, Content>
public typealias button<Content: HTML> = Element<Tags.Button, NoAttributes, Content>
public typealias canvas<Content: HTML> = Element<Tags.Canvas, NoAttributes, Content>
public typealias caption<Content: HTML> = Element<Tags.Caption, NoAttributes, Content>
public typealias cite<Content: HTML> = Element<Tags.Cite, NoAttributes, Content>
public typealias code<Content: HTML> = Element<Tags.Code, NoAttributes, Content>
public typealias colgroup<Content: HTML> = Element<Tags.Colgroup, NoAttributes, Content>
public typealias data<Content: HTML> = Element<Tags.Data, NoAttributes, Content>
public typealias datalist<Content: HTML> = Element<Tags.Datalist, NoAttributes, Content>
public typealias dd<Content: HTML> = Element<Tags.Dd, NoAttributes, Content>
public typealias del<Content: HTML> = Element<Tags.Del, NoAttributes, Content>
public typealias details<Content: HTML> = Element<Tags.Details, NoAttributes, Content>
public typealias dfn<Content: HTML> = Element<Tags.Dfn, NoAttributes, Content>
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
public typealias h4<Content: HTML> = Element<Tags.H4, NoAttributes, Content>
public typealias h5<Content: HTML> = Element<Tags.H5, NoAttributes, Content>
public typealias h6<Content: HTML> = Element<Tags.H6, NoAttributes, Content>
public typealias header<Content: HTML> = Element<Tags.Header, NoAttributes, Content>
public typealias hgroup<Content: HTML> = Element<Tags.Hgroup, NoAttributes, Content>
public typealias i<Content: HTML> = Element<Tags.I, NoAttributes, Content>
public typealias ins<Content: HTML> = Element<Tags.Ins, NoAttributes, Content>
public typealias kbd<Content: HTML> = Element<Tags.Kbd, NoAttributes, Content>
public typealias label<Content: HTML> = Element<Tags.Label, NoAttributes, Content>
public typealias legend<Content: HTML> = Element<Tags.Legend, NoAttributes, Content>
public typealias li<Content: HTML> = Element<Tags.Li, NoAttributes, Content>
public typealias main<Content: HTML> = Element<Tags.Main, NoAttributes, Content>
public typealias map<Content: HTML> = Element<Tags.Map, NoAttributes, Content>
public typealias mark<Content: HTML> = Element<Tags.Mark, NoAttributes, Content>
public typealias menu<Content: HTML> = Element<Tags.Menu, NoAttributes, Content>
public typealias meter<Content: HTML> = Element<Tags.Meter, NoAttributes, Content>
public typealias nav<Content: HTML> = Element<Tags.Nav, NoAttributes, Content>
public typealias noscript<Content: HTML> = Element<Tags.Noscript, NoAttributes, Content>
public typealias object<Content: HTML> = Element<Tags.Object, NoAttributes, Content>
public typealias ol<Content: HTML> = Element<Tags.Ol, NoAttributes, Content>
public typealias optgroup<Content: HTML> = Element<Tags.Optgroup, NoAttributes, Content>
public typealias option<Content: HTML> = Element<Tags.Option, NoAttributes, Content>
public typealias output<Content: HTML> = Element<Tags.Output, NoAttributes, Content>
public typealias p<Content: HTML> = Element<Tags.P, NoAttributes, Content>
public typealias picture<Content: HTML> = Element<Tags.Picture, NoAttributes, Content>
public typealias pre<Content: HTML> = Element<Tags.Pre, NoAttributes, Content>
public typealias progress<Content: HTML> = Element<Tags.Progress, NoAttributes, Content>
public typealias q<Content: HTML> = Element<Tags.Q, NoAttributes, Content>
public typealias rp<Content: HTML> = Element<Tags.Rp, NoAttributes, Content>
public typealias rt<Content: HTML> = Element<Tags.Rt, NoAttributes, Content>
public typealias ruby<Content: HTML> = Element<Tags.Ruby, NoAttributes, Content>
public typealias s<Content: HTML> = Element<Tags.S, NoAttributes, Content>
public typealias samp<Content: HTML> = Element<Tags.Samp, NoAttributes, Content>
public typealias search<Content: HTML> = Element<Tags.Search, NoAttributes, Content>
public typealias section<Content: HTML> = Element<Tags.Section, NoAttributes, Content>
public typealias select<Content: HTML> = Element<Tags.Select, NoAttributes, Content>
public typealias slot<Content: HTML> = Element<Tags.Slot, NoAttributes, Content>
public typealias small<Content: HTML> = Element<Tags.Small, NoAttributes, Content>
public typealias span<Content: HTML> = Element<Tags.Span, NoAttributes, Content>
public typealias strong<Content: HTML> = Element<Tags.Strong, NoAttributes, Content>
public typealias sub<Content: HTML> = Element<Tags.Sub, NoAttributes, Content>
public typealias summary<Content: HTML> = Element<Tags.Summary, NoAttributes, Content>
public typealias sup<Content: HTML> = Element<Tags.Sup, NoAttributes, Content>
public typealias table<Content: HTML> = Element<Tags.Table, NoAttributes, Content>
public typealias tbody<Content: HTML> = Element<Tags.Tbody, NoAttributes, Content>
public typealias td<Content: HTML> = Element<Tags.Td, NoAttributes, Content>
public typealias template<Content: HTML> = Element<Tags.Template, NoAttributes, Content>
public typealias textarea<Content: HTML> = Element<Tags.Textarea, NoAttributes, Content>
public typealias tfoot<Content: HTML> = Element<Tags.Tfoot, NoAttributes, Content>
public typealias th<Content: HTML> = Element<Tags.Th, NoAttributes, Content>
public typealias thead<Content: HTML> = Element<Tags.Thead, NoAttributes, Content>
public typealias time<Content: HTML> = Element<Tags.Time, NoAttributes, Content>
public typealias tr<Content: HTML> = Element<Tags.Tr, NoAttributes, Content>
public typealias u<Content: HTML> = Element<Tags.U, NoAttributes, Content>
public typealias ul<Content: HTML> = Element<Tags.Ul, NoAttributes, Content>
public typealias `var`<Content: HTML> = Element<Tags.Var, NoAttributes, Content>
public typealias video<Content: HTML> = Element<Tags.Video, NoAttributes, Content>
public typealias area = Element<Tags.Area, NoAttributes, Empty>
public typealias br = Element<Tags.Br, NoAttributes, Empty>
public typealias col = Element<Tags.Col, NoAttributes, Empty>
public typealias embed = Element<Tags.Embed, NoAttributes, Empty>
public typealias hr = Element<Tags.Hr, NoAttributes, Empty>
public typealias iframe = Element<Tags.Iframe, NoAttributes, Empty>
public typealias img = Element<Tags.Img, NoAttributes, Empty>
public typealias input = Element<Tags.Input, NoAttributes, Empty>
public typealias source = Element<Tags.Source, NoAttributes, Empty>
public typealias track = Element<Tags.Track, NoAttributes, Empty>
public typealias wbr = Element<Tags.Wbr, NoAttributes, Empty>

extension Tags {
  public enum A: HrefTag, LinkTag, MediaTypeTag {
    @inlinable public static var name: StaticString { "a" }
  }
  public enum Abbr: Tag { @inlinable public static var name: StaticString { "abbr" } }
  public enum Address: Tag { @inlinable public static var name: StaticString { "address" } }
  public enum Area: VoidTag, HrefTag, LinkTag, AltTag {
    @inlinable public static var name: StaticString { "area" }
  }
  public enum Article: Tag { @inlinable public static var name: StaticString { "article" } }
  public enum Aside: Tag { @inlinable public static var name: StaticString { "aside" } }
  public enum Audio: SourceTag, PlayerTag {
    @inlinable public static var name: StaticString { "audio" }
  }
  public enum B: Tag { @inlinable public static var name: StaticString { "b" } }
  public enum Bdi: Tag { @inlinable public static var name: StaticString { "bdi" } }
  public enum Blockquote: CitedTag {
    @inlinable public static var name: StaticString { "blockquote" }
  }
  public enum Br: VoidTag { @inlinable public static var name: StaticString { "br" } }
  public enum Button: ValueTag, SubmitTag {
    @inlinable public static var name: StaticString { "button" }
  }
  public enum Canvas: SizedTag { @inlinable public static var name: StaticString { "canvas" } }
  public enum Caption: Tag { @inlinable public static var name: StaticString { "caption" } }
  public enum Cite: Tag { @inlinable public static var name: StaticString { "cite" } }
  public enum Code: Tag { @inlinable public static var name: StaticString { "code" } }
  public enum Col: VoidTag { @inlinable public static var name: StaticString { "col" } }
  public enum Colgroup: Tag { @inlinable public static var name: StaticString { "colgroup" } }
  public enum Data: ValueTag { @inlinable public static var name: StaticString { "data" } }
  public enum Datalist: Tag { @inlinable public static var name: StaticString { "datalist" } }
  public enum Dd: Tag { @inlinable public static var name: StaticString { "dd" } }
  public enum Del: DatedTag, CitedTag { @inlinable public static var name: StaticString { "del" } }
  public enum Details: NamedTag, OpeningTag {
    @inlinable public static var name: StaticString { "details" }
  }
  public enum Dfn: Tag { @inlinable public static var name: StaticString { "dfn" } }
  public enum Dialog: OpeningTag { @inlinable public static var name: StaticString { "dialog" } }
  public enum Div: Tag { @inlinable public static var name: StaticString { "div" } }
  public enum Dl: Tag { @inlinable public static var name: StaticString { "dl" } }
  public enum Dt: Tag { @inlinable public static var name: StaticString { "dt" } }
  public enum Em: Tag { @inlinable public static var name: StaticString { "em" } }
  public enum Embed: VoidTag, SourceTag, SizedTag, MediaTypeTag {
    @inlinable public static var name: StaticString { "embed" }
  }
  public enum Fieldset: ControlTag {
    @inlinable public static var name: StaticString { "fieldset" }
  }
  public enum Figcaption: Tag { @inlinable public static var name: StaticString { "figcaption" } }
  public enum Figure: Tag { @inlinable public static var name: StaticString { "figure" } }
  public enum Footer: Tag { @inlinable public static var name: StaticString { "footer" } }
  public enum Form: NamedTag { @inlinable public static var name: StaticString { "form" } }
  public enum H1: Tag { @inlinable public static var name: StaticString { "h1" } }
  public enum H2: Tag { @inlinable public static var name: StaticString { "h2" } }
  public enum H3: Tag { @inlinable public static var name: StaticString { "h3" } }
  public enum H4: Tag { @inlinable public static var name: StaticString { "h4" } }
  public enum H5: Tag { @inlinable public static var name: StaticString { "h5" } }
  public enum H6: Tag { @inlinable public static var name: StaticString { "h6" } }
  public enum Header: Tag { @inlinable public static var name: StaticString { "header" } }
  public enum Hgroup: Tag { @inlinable public static var name: StaticString { "hgroup" } }
  public enum Hr: VoidTag { @inlinable public static var name: StaticString { "hr" } }
  public enum I: Tag { @inlinable public static var name: StaticString { "i" } }
  public enum Iframe: NamedTag, SourceTag, SizedTag, LazyTag {
    @inlinable public static var name: StaticString { "iframe" }
  }
  public enum Img: VoidTag, AltTag, ImagesTag, SizedTag, LazyTag {
    @inlinable public static var name: StaticString { "img" }
  }
  public enum Input: VoidTag, ValueTag, TypedTag, SubmitTag, MultipleTag, SizedTag {
    @inlinable public static var name: StaticString { "input" }
  }
  public enum Ins: DatedTag, CitedTag { @inlinable public static var name: StaticString { "ins" } }
  public enum Kbd: Tag { @inlinable public static var name: StaticString { "kbd" } }
  public enum Label: ForTag { @inlinable public static var name: StaticString { "label" } }
  public enum Legend: Tag { @inlinable public static var name: StaticString { "legend" } }
  public enum Li: Tag { @inlinable public static var name: StaticString { "li" } }
  public enum Main: Tag { @inlinable public static var name: StaticString { "main" } }
  public enum Map: NamedTag { @inlinable public static var name: StaticString { "map" } }
  public enum Mark: Tag { @inlinable public static var name: StaticString { "mark" } }
  public enum Menu: Tag { @inlinable public static var name: StaticString { "menu" } }
  public enum Meter: GaugeTag { @inlinable public static var name: StaticString { "meter" } }
  public enum Nav: Tag { @inlinable public static var name: StaticString { "nav" } }
  public enum Noscript: Tag { @inlinable public static var name: StaticString { "noscript" } }
  public enum Object: FormPartTag, SizedTag, MediaTypeTag {
    @inlinable public static var name: StaticString { "object" }
  }
  public enum Ol: Tag { @inlinable public static var name: StaticString { "ol" } }
  public enum Optgroup: OptionTag { @inlinable public static var name: StaticString { "optgroup" } }
  public enum Option: ValueTag, OptionTag {
    @inlinable public static var name: StaticString { "option" }
  }
  public enum Output: FormPartTag, ForTag {
    @inlinable public static var name: StaticString { "output" }
  }
  public enum P: Tag { @inlinable public static var name: StaticString { "p" } }
  public enum Picture: Tag { @inlinable public static var name: StaticString { "picture" } }
  public enum Pre: PreformattedTag { @inlinable public static var name: StaticString { "pre" } }
  public enum Progress: GaugeTag { @inlinable public static var name: StaticString { "progress" } }
  public enum Q: CitedTag { @inlinable public static var name: StaticString { "q" } }
  public enum Rp: Tag { @inlinable public static var name: StaticString { "rp" } }
  public enum Rt: Tag { @inlinable public static var name: StaticString { "rt" } }
  public enum Ruby: Tag { @inlinable public static var name: StaticString { "ruby" } }
  public enum S: Tag { @inlinable public static var name: StaticString { "s" } }
  public enum Samp: Tag { @inlinable public static var name: StaticString { "samp" } }
  public enum Search: Tag { @inlinable public static var name: StaticString { "search" } }
  public enum Section: Tag { @inlinable public static var name: StaticString { "section" } }
  public enum Select: MultipleTag { @inlinable public static var name: StaticString { "select" } }
  public enum Slot: NamedTag { @inlinable public static var name: StaticString { "slot" } }
  public enum Small: Tag { @inlinable public static var name: StaticString { "small" } }
  public enum Source: VoidTag, ImagesTag, SizedTag, MediaTypeTag {
    @inlinable public static var name: StaticString { "source" }
  }
  public enum Span: Tag { @inlinable public static var name: StaticString { "span" } }
  public enum Strong: Tag { @inlinable public static var name: StaticString { "strong" } }
  public enum Sub: Tag { @inlinable public static var name: StaticString { "sub" } }
  public enum Summary: Tag { @inlinable public static var name: StaticString { "summary" } }
  public enum Sup: Tag { @inlinable public static var name: StaticString { "sup" } }
  public enum Table: Tag { @inlinable public static var name: StaticString { "table" } }
  public enum Tbody: Tag { @inlinable public static var name: StaticString { "tbody" } }
  public enum Td: CellTag { @inlinable public static var name: StaticString { "td" } }
  public enum Template: Tag { @inlinable public static var name: StaticString { "template" } }
  public enum Textarea: PreformattedTag, TypedTag {
    @inlinable public static var name: StaticString { "textarea" }
  }
  public enum Tfoot: Tag { @inlinable public static var name: StaticString { "tfoot" } }
  public enum Th: CellTag { @inlinable public static var name: StaticString { "th" } }
  public enum Thead: Tag { @inlinable public static var name: StaticString { "thead" } }
  public enum Time: DatedTag { @inlinable public static var name: StaticString { "time" } }
  public enum Tr: Tag { @inlinable public static var name: StaticString { "tr" } }
  public enum Track: VoidTag, SourceTag {
    @inlinable public static var name: StaticString { "track" }
  }
  public enum U: Tag { @inlinable public static var name: StaticString { "u" } }
  public enum Ul: Tag { @inlinable public static var name: StaticString { "ul" } }
  public enum Var: Tag { @inlinable public static var name: StaticString { "var" } }
  public enum Video: SourceTag, SizedTag, PlayerTag {
    @inlinable public static var name: StaticString { "video" }
  }
  public enum Wbr: VoidTag { @inlinable public static var name: StaticString { "wbr" } }
}
