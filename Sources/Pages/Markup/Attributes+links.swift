// Attributes with a URL. They accept an `Href`, never a string.

extension Element where Name == Tags.A {
  /// Sets the target of the link.
  @inlinable
  @inline(__always)
  public consuming func href(_ value: Href) -> Adding<HrefAttribute<AttributeNames.Href>> {
    adding(HrefAttribute(value))
  }

  /// Sets the relationship of the linked page to this one, such as `next` or
  /// `external`.
  @inlinable
  @inline(__always)
  public consuming func rel(_ value: String) -> Adding<TextAttribute<AttributeNames.Rel>> {
    adding(TextAttribute(value))
  }
}

extension Element where Name == Tags.Use {
  /// Sets the symbol to draw, which is part of this page or of a file on this
  /// site.
  @inlinable
  @inline(__always)
  public consuming func href(_ value: Href) -> Adding<HrefAttribute<AttributeNames.Href>> {
    adding(HrefAttribute(value))
  }
}

extension Element where Name == Tags.Img {
  /// Sets the URL of the image.
  @inlinable
  @inline(__always)
  public consuming func src(_ value: Href) -> Adding<HrefAttribute<AttributeNames.Src>> {
    adding(HrefAttribute(value))
  }

  /// Sets the alternative text; empty for a decorative image.
  @inlinable
  @inline(__always)
  public consuming func alt(_ value: String) -> Adding<TextAttribute<AttributeNames.Alt>> {
    adding(TextAttribute(value))
  }
}

extension Element where Name == Tags.Time {
  /// Sets the machine-readable time in ISO 8601 format.
  @inlinable
  @inline(__always)
  public consuming func datetime(_ value: String) -> Adding<TextAttribute<AttributeNames.Datetime>>
  {
    adding(TextAttribute(value))
  }
}

extension Element where Name == Tags.Iframe {
  /// Sets the URL of the embedded page.
  @inlinable
  @inline(__always)
  public consuming func src(_ value: Href) -> Adding<HrefAttribute<AttributeNames.Src>> {
    adding(HrefAttribute(value))
  }

  /// Sandboxes the embedded page: it may load its own resources, but not run
  /// scripts, submit forms or navigate.
  @inlinable
  @inline(__always)
  public consuming func sandboxed() -> Adding<TextAttribute<AttributeNames.Sandbox>> {
    adding(TextAttribute("allow-same-origin"))
  }

  /// Defers loading until the element is close to the viewport.
  @inlinable
  @inline(__always)
  public consuming func lazy() -> Adding<TextAttribute<AttributeNames.Loading>> {
    adding(TextAttribute("lazy"))
  }
}
