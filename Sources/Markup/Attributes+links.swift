// Attributes that lead somewhere. They take an `Href`, never a string.

extension Element where Name == Tags.A {
  /// Where the link leads.
  @inlinable
  @inline(__always)
  public consuming func href(_ value: Href) -> Adding<HrefAttribute<AttributeNames.Href>> {
    adding(HrefAttribute(value))
  }

  /// What the other page is to this one, as in `next` or `external`.
  @inlinable
  @inline(__always)
  public consuming func rel(_ value: String) -> Adding<TextAttribute<AttributeNames.Rel>> {
    adding(TextAttribute(value))
  }
}

extension Element where Name == Tags.Use {
  /// The symbol that is drawn here: a part of this page or of a file on this
  /// site.
  @inlinable
  @inline(__always)
  public consuming func href(_ value: Href) -> Adding<HrefAttribute<AttributeNames.Href>> {
    adding(HrefAttribute(value))
  }
}

extension Element where Name == Tags.Img {
  /// Where the picture is.
  @inlinable
  @inline(__always)
  public consuming func src(_ value: Href) -> Adding<HrefAttribute<AttributeNames.Src>> {
    adding(HrefAttribute(value))
  }

  /// What the picture shows, or the empty text where it only decorates.
  @inlinable
  @inline(__always)
  public consuming func alt(_ value: String) -> Adding<TextAttribute<AttributeNames.Alt>> {
    adding(TextAttribute(value))
  }
}

extension Element where Name == Tags.Time {
  /// The exact time, in the form of ISO 8601.
  @inlinable
  @inline(__always)
  public consuming func datetime(_ value: String) -> Adding<TextAttribute<AttributeNames.Datetime>>
  {
    adding(TextAttribute(value))
  }
}

extension Element where Name == Tags.Iframe {
  /// The page that is shown in it.
  @inlinable
  @inline(__always)
  public consuming func src(_ value: Href) -> Adding<HrefAttribute<AttributeNames.Src>> {
    adding(HrefAttribute(value))
  }

  /// Lets the page in it load what it is made of, and do nothing: it runs no
  /// script, sends no form and leads nowhere else.
  @inlinable
  @inline(__always)
  public consuming func sandboxed() -> Adding<TextAttribute<AttributeNames.Sandbox>> {
    adding(TextAttribute("allow-same-origin"))
  }

  /// Loads the page only when one comes near it.
  @inlinable
  @inline(__always)
  public consuming func lazy() -> Adding<TextAttribute<AttributeNames.Loading>> {
    adding(TextAttribute("lazy"))
  }
}
