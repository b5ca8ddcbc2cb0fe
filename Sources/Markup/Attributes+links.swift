// Attributes that lead somewhere. They take an `Href`, never a string.

extension Element where Name == Tags.A {
  /// Where the link leads.
  @inlinable
  public func href(_ value: Href) -> Adding<TextAttribute> {
    adding(TextAttribute("href", value.text))
  }

  /// What the other page is to this one, as in `next` or `external`.
  @inlinable
  public func rel(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("rel", value))
  }
}

extension Element where Name == Tags.Use {
  /// The symbol that is drawn here: a part of this page or of a file on this
  /// site.
  @inlinable
  public func href(_ value: Href) -> Adding<TextAttribute> {
    adding(TextAttribute("href", value.text))
  }
}

extension Element where Name == Tags.Img {
  /// Where the picture is.
  @inlinable
  public func src(_ value: Href) -> Adding<TextAttribute> {
    adding(TextAttribute("src", value.text))
  }

  /// What the picture shows, or the empty text where it only decorates.
  @inlinable
  public func alt(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("alt", value))
  }
}

extension Element where Name == Tags.Time {
  /// The exact time, in the form of ISO 8601.
  @inlinable
  public func datetime(_ value: String) -> Adding<TextAttribute> {
    adding(TextAttribute("datetime", value))
  }
}
