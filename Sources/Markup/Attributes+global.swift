// Attributes that every element has.
// https://html.spec.whatwg.org/multipage/dom.html#global-attributes

extension Element {
  /// The name of this element on its page, for links, labels and fragments.
  @inlinable
  @inline(__always)
  public consuming func id(_ value: String?) -> Adding<TextAttribute<AttributeNames.Id>> {
    adding(TextAttribute(value))
  }

  /// The classes by which the style sheet knows it, where they are always the
  /// same. Quotes and ampersands have no place in them.
  @inlinable
  @inline(__always)
  public consuming func `class`(
    _ value: StaticString
  ) -> Adding<LiteralAttribute<AttributeNames.Class>> {
    adding(LiteralAttribute(value))
  }

  /// The classes by which the style sheet knows it.
  @inlinable
  @_disfavoredOverload
  @inline(__always)
  public consuming func `class`(_ value: String?) -> Adding<TextAttribute<AttributeNames.Class>> {
    adding(TextAttribute(value))
  }

  /// A class that is always there, and one that may be.
  @inlinable
  @inline(__always)
  public consuming func `class`(_ value: String, _ other: String?) -> Adding<
    ListAttribute<AttributeNames.Class>
  > {
    adding(ListAttribute(value, other))
  }

  /// What is shown to those who point at it. Not everybody can.
  @inlinable
  @inline(__always)
  public consuming func title(_ value: String?) -> Adding<TextAttribute<AttributeNames.Title>> {
    adding(TextAttribute(value))
  }

  /// The direction of the text: `auto` for names that people typed.
  @inlinable
  @inline(__always)
  public consuming func dir(_ value: TextDirection) -> Adding<TextAttribute<AttributeNames.Dir>> {
    adding(TextAttribute(value.rawValue))
  }

  /// The language of the text, as in `la` for scientific names.
  @inlinable
  @inline(__always)
  public consuming func lang(_ value: String) -> Adding<TextAttribute<AttributeNames.Lang>> {
    adding(TextAttribute(value))
  }

  /// What it is to assistive technology, where its tag does not say so.
  @inlinable
  @inline(__always)
  public consuming func role(_ value: String?) -> Adding<TextAttribute<AttributeNames.Role>> {
    adding(TextAttribute(value))
  }

  /// What assistive technology is told beyond its tag and role.
  @inlinable
  @inline(__always)
  public consuming func aria(_ name: Aria, _ value: String?) -> Adding<NamedAttribute> {
    adding(NamedAttribute(name.attribute, value))
  }

  /// Takes the focus when the page is opened.
  @inlinable
  @inline(__always)
  public consuming func autofocus(_ isOn: Bool = true) -> Adding<
    FlagAttribute<AttributeNames.Autofocus>
  > {
    adding(FlagAttribute(isOn))
  }

  /// Can be neither reached nor read, as what lies behind a dialog.
  @inlinable
  @inline(__always)
  public consuming func inert(_ isOn: Bool = true) -> Adding<FlagAttribute<AttributeNames.Inert>> {
    adding(FlagAttribute(isOn))
  }

  /// Its place in the order of the tab key; -1 for the focus of scripts and
  /// links only.
  @inlinable
  @inline(__always)
  public consuming func tabindex(_ value: Int) -> Adding<TextAttribute<AttributeNames.Tabindex>> {
    adding(TextAttribute(String(value)))
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
