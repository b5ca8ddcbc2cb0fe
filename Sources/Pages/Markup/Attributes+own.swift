// Attributes by name: those that this module does not know, and `data-*`.

extension Element {
  /// Sets an attribute that has no method here. The value is escaped; `nil` leaves
  /// the attribute out.
  ///
  /// ```swift
  /// let menu = div { "Sort by" }.id("sort").attribute("popover", "manual")
  /// print(menu.renderedString())  // <div id="sort" popover="manual">Sort by</div>
  /// ```
  ///
  /// The name consists of ASCII letters, digits, hyphens and underscores, and starts
  /// with a letter. Attributes that are a script, a style, HTML or a URL are left out,
  /// such as `onclick` or `href`: URLs are set with an ``Href``, by methods like
  /// `href(_:)`.
  @inlinable
  public consuming func attribute(_ name: String, _ value: String?) -> Adding<NamedAttribute> {
    adding(NamedAttribute(name, isAllowedAttribute(name) ? value.map { .text($0) } : nil))
  }

  /// Sets or leaves out an attribute without a value, under the same conditions.
  @inlinable
  public consuming func attribute(_ name: String, _ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding(NamedAttribute(name, isOn && isAllowedAttribute(name) ? .flag : nil))
  }

  /// Sets a `data-*` attribute, which scripts and style sheets can read.
  ///
  /// ```swift
  /// print(li { "Lund" }.data("station", "42").renderedString())
  /// // <li data-station="42">Lund</li>
  /// ```
  ///
  /// The name consists of lower-case ASCII letters, digits and hyphens; an attribute
  /// with any other name is left out, and so is one whose value is `nil`.
  @inlinable
  @inline(__always)
  public consuming func data(_ name: StaticString, _ value: String?) -> Adding<DataAttribute> {
    adding(DataAttribute(name, isDataName(name) ? value : nil))
  }
}

/// Returns true for the name of an attribute that cannot be a script, a style, HTML
/// or a URL.
@usableFromInline
func isAllowedAttribute(_ name: String) -> Bool {
  guard let first = name.utf8.first, isLetter(first) else { return false }
  let isValid = name.utf8.allSatisfy {
    isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
  }
  guard isValid else { return false }
  let lowercased = name.lowercased()
  return !lowercased.hasPrefix("on") && !refusedAttributes.contains(lowercased)
}

/// Returns true for one or more lower-case ASCII letters, digits and hyphens.
@inlinable
@inline(__always)
func isDataName(_ name: StaticString) -> Bool {
  name.withUTF8Buffer { bytes in
    !bytes.isEmpty
      && bytes.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
  }
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

/// Attributes with a URL, a script, a style or HTML as their value, also those of
/// older standards.
private let refusedAttributes: Set<String> = [
  "action", "archive", "background", "cite", "classid", "codebase", "data", "dynsrc", "formaction",
  "href", "icon", "imagesrcset", "longdesc", "lowsrc", "manifest", "ping", "poster", "profile",
  "src", "srcdoc", "srcset", "style", "usemap",
]

// Attributes that are rare enough to have no type of their own.
extension Element {
  @inlinable
  consuming func adding(_ name: String, _ value: String?) -> Adding<NamedAttribute> {
    adding(NamedAttribute(name, value.map { .text($0) }))
  }

  @inlinable
  consuming func adding(_ name: String, _ value: Double) -> Adding<NamedAttribute> {
    adding(NamedAttribute(name, .number(value)))
  }

  @inlinable
  consuming func adding(_ name: String, _ value: Int) -> Adding<NamedAttribute> {
    adding(NamedAttribute(name, .text(String(value))))
  }

  @inlinable
  consuming func adding(_ name: String, _ value: Href) -> Adding<NamedAttribute> {
    adding(NamedAttribute(name, .escaped(value.escaped)))
  }

  @inlinable
  consuming func adding(_ name: String, _ isOn: Bool) -> Adding<NamedAttribute> {
    adding(NamedAttribute(name, isOn ? .flag : nil))
  }
}
