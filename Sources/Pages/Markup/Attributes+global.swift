// Global attributes, which every element has.
// https://html.spec.whatwg.org/multipage/dom.html#global-attributes

extension Element {
  /// Sets the identifier of the element, which is unique on its page, for links,
  /// labels and fragments.
  @inlinable
  @inline(__always)
  public consuming func id(_ value: String?) -> Adding<TextAttribute<AttributeNames.Id>> {
    adding(TextAttribute(value))
  }

  /// Sets the CSS classes, given as a literal. It is not escaped, so it must not
  /// contain quotes or ampersands.
  @inlinable
  @inline(__always)
  public consuming func `class`(
    _ value: StaticString
  ) -> Adding<LiteralAttribute<AttributeNames.Class>> {
    adding(LiteralAttribute(value))
  }

  /// Sets the CSS classes.
  @inlinable
  @_disfavoredOverload
  @inline(__always)
  public consuming func `class`(_ value: String?) -> Adding<TextAttribute<AttributeNames.Class>> {
    adding(TextAttribute(value))
  }

  /// Sets one or two CSS classes; `nil` leaves the second one out.
  @inlinable
  @inline(__always)
  public consuming func `class`(_ value: String, _ other: String?) -> Adding<
    ListAttribute<AttributeNames.Class>
  > {
    adding(ListAttribute(value, other))
  }

  /// Sets the tooltip. Touch screens and keyboards do not show it.
  @inlinable public consuming func title(_ value: String?) -> Adding<NamedAttribute> {
    adding("title", value)
  }

  /// Sets the direction of the text: `auto` for text that visitors entered, `nil` for that of the
  /// page.
  @inlinable
  @inline(__always)
  public consuming func dir(_ value: TextDirection?) -> Adding<TextAttribute<AttributeNames.Dir>> {
    adding(TextAttribute(value?.rawValue))
  }

  /// Sets the language of the text, such as `la` for scientific names; `nil` for that of the page.
  @inlinable public consuming func lang(_ value: String?) -> Adding<NamedAttribute> {
    adding("lang", value)
  }

  /// Sets the ARIA role, if it differs from the role of the tag.
  @inlinable
  @inline(__always)
  public consuming func role(_ value: String?) -> Adding<TextAttribute<AttributeNames.Role>> {
    adding(TextAttribute(value))
  }

  /// Sets an ARIA attribute.
  @inlinable
  @inline(__always)
  public consuming func aria(_ name: Aria, _ value: String?) -> Adding<AriaAttribute> {
    adding(AriaAttribute(name, value))
  }

  /// Focuses the element when the page is opened.
  @inlinable public consuming func autofocus(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("autofocus", isOn)
  }

  /// Excludes the element from focus and from assistive technology, such as the
  /// page behind a dialog.
  @inlinable public consuming func inert(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("inert", isOn)
  }

  /// Hides the element until a button with its `id` as `popovertarget` shows it
  /// above the page. A click outside, Escape and another popover close it.
  @inlinable public consuming func popover() -> Adding<NamedAttribute> {
    adding("popover", true)
  }

  /// Hides the element from everybody.
  @inlinable public consuming func hidden(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("hidden", isOn)
  }

  /// Sets the name of the `slot` that shows the element.
  @inlinable public consuming func slot(_ name: String) -> Adding<NamedAttribute> {
    adding("slot", name)
  }

  /// Sets the letters that a virtual keyboard capitalises, such as `words`.
  @inlinable public consuming func autocapitalize(_ value: String) -> Adding<NamedAttribute> {
    adding("autocapitalize", value)
  }

  /// Enables or disables spell checking.
  @inlinable public consuming func spellcheck(_ isOn: Bool) -> Adding<NamedAttribute> {
    adding("spellcheck", isOn ? "true" : "false")
  }

  /// Sets the virtual keyboard for the element.
  @inlinable public consuming func inputmode(_ value: InputMode?) -> Adding<NamedAttribute> {
    adding("inputmode", value?.rawValue)
  }

  /// Sets the position in the tab order; -1 for elements that only scripts and
  /// links focus.
  @inlinable
  @inline(__always)
  public consuming func tabindex(_ value: Int) -> Adding<TextAttribute<AttributeNames.Tabindex>> {
    adding(TextAttribute(String(value)))
  }
}

/// The direction of a text.
/// https://html.spec.whatwg.org/multipage/dom.html#the-dir-attribute
public enum TextDirection: String, Sendable {
  case ltr, rtl, auto
}

/// The ARIA attributes. https://www.w3.org/TR/wai-aria-1.2/
public enum Aria: String, Sendable {
  case activedescendant, atomic, autocomplete, busy, checked, colcount, colindex, colspan, controls
  case current, describedby, details, disabled, errormessage, expanded, flowto, haspopup, hidden
  case invalid, keyshortcuts, label, labelledby, level, live, modal, multiline, multiselectable
  case orientation, owns, placeholder, posinset, pressed, readonly, relevant, required
  case roledescription, rowcount, rowindex, rowspan, selected, setsize, sort
  case valuemax, valuemin, valuenow, valuetext
}
