// Attributes with a URL, which is an `Href`, never a string; and those of links and
// embedded contents.

/// Elements that refer to a page, an image or another element by its URL.
public protocol HrefTag: Tag {}

extension Element where Name: HrefTag {
  /// Sets the target of the link; the image; or the symbol, gradient, pattern or path
  /// to use, which is part of this page or of a file on this site.
  @inlinable
  @inline(__always)
  public consuming func href(_ value: Href) -> Adding<HrefAttribute<AttributeNames.Href>> {
    adding(HrefAttribute(value))
  }
}

/// Links.
public protocol LinkTag: Tag {}

extension Element where Name: LinkTag {
  /// Sets the relationship of the linked page to this one, such as `next` or
  /// `external`.
  @inlinable public consuming func rel(_ value: String) -> Adding<NamedAttribute> {
    adding("rel", value)
  }

  /// Downloads the linked file under a name; an empty name is that of the URL.
  @inlinable public consuming func download(_ name: String = "") -> Adding<NamedAttribute> {
    adding("download", name)
  }

  /// Sets the window that shows the page, such as `_blank`.
  @inlinable public consuming func target(_ value: String) -> Adding<NamedAttribute> {
    adding("target", value)
  }
}

/// Elements with an alternative text.
public protocol AltTag: Tag {}

extension Element where Name: AltTag {
  /// Sets the alternative text; empty for a decorative image.
  @inlinable
  @inline(__always)
  public consuming func alt(_ value: String) -> Adding<TextAttribute<AttributeNames.Alt>> {
    adding(TextAttribute(value))
  }
}

/// Elements that load a file or page.
public protocol SourceTag: Tag {}

extension Element where Name: SourceTag {
  /// Sets the URL of the image, recording, text track or embedded page.
  @inlinable
  @inline(__always)
  public consuming func src(_ value: Href) -> Adding<HrefAttribute<AttributeNames.Src>> {
    adding(HrefAttribute(value))
  }
}

/// Elements with a choice of images.
public protocol ImagesTag: SourceTag {}

extension Element where Name: ImagesTag {
  /// Sets the same image in several widths in pixels, from which browsers choose.
  ///
  /// ```swift
  /// let photo = img().src(Href(path: ["newt.webp"])).alt("A newt")
  ///   .srcset([(Href(path: ["newt.webp"]), 480), (Href(path: ["newt-large.webp"]), 960)])
  /// print(photo.renderedString())
  /// ```
  @inlinable public consuming func srcset(
    _ images: [(url: Href, width: Int)]
  ) -> Adding<NamedAttribute> {
    adding("srcset", images.map { "\($0.url.text) \($0.width)w" }.joined(separator: ", "))
  }
}

/// Elements with a size in pixels, or in the units of a drawing.
public protocol SizedTag: Tag {}

extension Element where Name: SizedTag {
  /// Sets the width.
  @inlinable
  @inline(__always)
  public consuming func width(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Width>> {
    adding(NumberAttribute(value))
  }

  /// Sets the height.
  @inlinable
  @inline(__always)
  public consuming func height(_ value: Double) -> Adding<NumberAttribute<AttributeNames.Height>> {
    adding(NumberAttribute(value))
  }
}

/// Elements whose file can be loaded late.
public protocol LazyTag: Tag {}

extension Element where Name: LazyTag {
  /// Defers loading until the element is close to the viewport.
  @inlinable
  @inline(__always)
  public consuming func lazy() -> Adding<TextAttribute<AttributeNames.Loading>> {
    adding(TextAttribute("lazy"))
  }
}

extension Element where Name == Tags.Img {
  /// Sets the moment of decoding: `sync` or `async`.
  @inlinable public consuming func decoding(_ value: String) -> Adding<NamedAttribute> {
    adding("decoding", value)
  }

  /// Sets the name of the `map` whose areas are links.
  @inlinable public consuming func usemap(_ name: String) -> Adding<NamedAttribute> {
    adding("usemap", Href(fragment: name))
  }
}

extension Element where Name == Tags.Iframe {
  /// Sandboxes the embedded page: it may load its own resources, but not run
  /// scripts, submit forms or navigate.
  @inlinable public consuming func sandboxed() -> Adding<NamedAttribute> {
    adding("sandbox", "allow-same-origin")
  }
}

extension Element where Name == Tags.Object {
  /// Sets the URL of the embedded file.
  @inlinable public consuming func data(_ value: Href) -> Adding<NamedAttribute> {
    adding("data", value)
  }
}

/// Elements whose file has a media type.
public protocol MediaTypeTag: Tag {}

extension Element where Name: MediaTypeTag {
  /// Sets the media type of the file, such as `image/avif`.
  @inlinable public consuming func type(_ value: String) -> Adding<NamedAttribute> {
    adding("type", value)
  }
}

/// Elements that play a recording.
public protocol PlayerTag: Tag {}

extension Element where Name: PlayerTag {
  /// Shows the controls of the browser.
  @inlinable public consuming func controls(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("controls", isOn)
  }

  /// Sets the part that is loaded beforehand: `none`, `metadata` or `auto`.
  @inlinable public consuming func preload(_ value: String) -> Adding<NamedAttribute> {
    adding("preload", value)
  }
}

extension Element where Name == Tags.Video {
  /// Sets the URL of the image that is shown before the video plays.
  @inlinable public consuming func poster(_ value: Href) -> Adding<NamedAttribute> {
    adding("poster", value)
  }
}

extension Element where Name == Tags.Track {
  /// Sets the kind of texts, such as `captions`, their language and their title.
  @inlinable public consuming func kind(
    _ kind: String, srclang: String, label: String
  ) -> Adding<NamedAttribute>.Adding<NamedAttribute>.Adding<NamedAttribute> {
    adding("kind", kind).adding("srclang", srclang).adding("label", label)
  }

  /// Shows the texts unless the visitor has chosen others.
  @inlinable public consuming func `default`(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("default", isOn)
  }
}
