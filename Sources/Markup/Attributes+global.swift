// Attributes that every element has.
// https://html.spec.whatwg.org/multipage/dom.html#global-attributes

extension Element {
  /// The name of this element on its page, for links, labels and fragments.
  @inlinable
  public func id(_ value: String?) -> Adding<TextAttribute> {
    adding(TextAttribute("id", value))
  }

  /// The classes by which the style sheet knows it.
  @inlinable
  public func `class`(_ value: String?) -> Adding<TextAttribute> {
    adding(TextAttribute("class", value))
  }

  /// A class that is always there, and one that may be.
  @inlinable
  public func `class`(_ value: String, _ other: String?) -> Adding<ListAttribute> {
    adding(ListAttribute("class", value, other))
  }

  /// What is shown to those who point at it. Not everybody can.
  @inlinable
  public func title(_ value: String?) -> Adding<TextAttribute> {
    adding(TextAttribute("title", value))
  }

  /// The direction of the text: `auto` for names that people typed.
  @inlinable
  public func dir(_ value: TextDirection) -> Adding<TextAttribute> {
    adding(TextAttribute("dir", value.rawValue))
  }

  /// The language of the text, as in `la` for scientific names.
  @inlinable
  public func lang(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("lang", value))
  }

  /// What it is to assistive technology, where its tag does not say so.
  @inlinable
  public func role(_ value: String?) -> Adding<TextAttribute> {
    adding(TextAttribute("role", value))
  }

  /// What assistive technology is told beyond its tag and role.
  @inlinable
  public func aria(_ name: Aria, _ value: String?) -> Adding<TextAttribute> {
    adding(TextAttribute(name.attribute, value))
  }

  /// Takes the focus when the page is opened.
  @inlinable
  public func autofocus(_ isOn: Bool = true) -> Adding<FlagAttribute> {
    adding(FlagAttribute("autofocus", isOn))
  }

  /// Can be neither reached nor read, as what lies behind a dialog.
  @inlinable
  public func inert(_ isOn: Bool = true) -> Adding<FlagAttribute> {
    adding(FlagAttribute("inert", isOn))
  }

  /// Its place in the order of the tab key; -1 for the focus of scripts and
  /// links only.
  @inlinable
  public func tabindex(_ value: Int) -> Adding<TextAttribute> {
    adding(TextAttribute("tabindex", String(value)))
  }
}

/// Which way a text runs.
/// https://html.spec.whatwg.org/multipage/dom.html#the-dir-attribute
public enum TextDirection: String, Sendable {
  case ltr, rtl, auto
}

/// The accessibility attributes in use. https://www.w3.org/TR/wai-aria-1.2/
public enum Aria: Sendable {
  case current, describedby, hidden, invalid, label, labelledby, pressed

  @usableFromInline
  var attribute: StaticString {
    switch self {
    case .current: "aria-current"
    case .describedby: "aria-describedby"
    case .hidden: "aria-hidden"
    case .invalid: "aria-invalid"
    case .label: "aria-label"
    case .labelledby: "aria-labelledby"
    case .pressed: "aria-pressed"
    }
  }
}
