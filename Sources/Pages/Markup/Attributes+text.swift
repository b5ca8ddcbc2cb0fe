// Attributes of tables, lists and texts.
// https://html.spec.whatwg.org/multipage/tables.html

extension Element where Name == Tags.Th {
  /// Sets the cells that the header describes.
  @inlinable public consuming func scope(_ value: HeaderScope) -> Adding<NamedAttribute> {
    adding("scope", value.rawValue)
  }
}

/// The cells that a header cell describes.
/// https://html.spec.whatwg.org/multipage/tables.html#attr-th-scope
public enum HeaderScope: String, Sendable {
  case row, col, rowgroup, colgroup
}

/// Cells of a table.
public protocol CellTag: Tag {}

extension Element where Name: CellTag {
  /// Sets the number of columns of the cell.
  @inlinable public consuming func colspan(_ value: Int) -> Adding<NamedAttribute> {
    adding("colspan", value)
  }

  /// Sets the number of rows of the cell.
  @inlinable public consuming func rowspan(_ value: Int) -> Adding<NamedAttribute> {
    adding("rowspan", value)
  }
}

extension Element where Name == Tags.Ol {
  /// Sets the number of the first item.
  @inlinable public consuming func start(_ value: Int) -> Adding<NamedAttribute> {
    adding("start", value)
  }

  /// Counts down.
  @inlinable public consuming func reversed(_ isOn: Bool = true) -> Adding<NamedAttribute> {
    adding("reversed", isOn)
  }

  /// Sets the kind of numbers: `1`, `a`, `A`, `i` or `I`.
  @inlinable public consuming func type(_ value: String) -> Adding<NamedAttribute> {
    adding("type", value)
  }
}

extension Element where Name == Tags.Li {
  /// Sets the number of the item in an `ol`.
  @inlinable public consuming func value(_ value: Int) -> Adding<NamedAttribute> {
    adding("value", value)
  }
}

/// Elements with a time.
public protocol DatedTag: Tag {}

extension Element where Name: DatedTag {
  /// Sets the machine-readable time in ISO 8601 format.
  @inlinable
  @inline(__always)
  public consuming func datetime(_ value: String) -> Adding<TextAttribute<AttributeNames.Datetime>>
  {
    adding(TextAttribute(value))
  }
}

/// Elements with a source that can be cited.
public protocol CitedTag: Tag {}

extension Element where Name: CitedTag {
  /// Sets the URL of the source of a quotation, or of the reason of a change.
  @inlinable public consuming func cite(_ value: Href) -> Adding<NamedAttribute> {
    adding("cite", value)
  }
}
