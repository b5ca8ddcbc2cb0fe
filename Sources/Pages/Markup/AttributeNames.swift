/// The name of an attribute as a type, so that elements need no memory for it.
public protocol AttributeName: Sendable {
  /// The name as written in the start tag.
  static var name: StaticString { get }
}

/// The namespace of the attribute names.
public enum AttributeNames {}

extension AttributeNames {
  public enum Action: AttributeName {
    @inlinable public static var name: StaticString { "action" }
  }
  public enum Alt: AttributeName {
    @inlinable public static var name: StaticString { "alt" }
  }
  public enum Autocapitalize: AttributeName {
    @inlinable public static var name: StaticString { "autocapitalize" }
  }
  public enum Autocomplete: AttributeName {
    @inlinable public static var name: StaticString { "autocomplete" }
  }
  public enum Autofocus: AttributeName {
    @inlinable public static var name: StaticString { "autofocus" }
  }
  public enum Checked: AttributeName {
    @inlinable public static var name: StaticString { "checked" }
  }
  public enum Class: AttributeName {
    @inlinable public static var name: StaticString { "class" }
  }
  public enum Cx: AttributeName {
    @inlinable public static var name: StaticString { "cx" }
  }
  public enum Cy: AttributeName {
    @inlinable public static var name: StaticString { "cy" }
  }
  public enum D: AttributeName {
    @inlinable public static var name: StaticString { "d" }
  }
  public enum Datetime: AttributeName {
    @inlinable public static var name: StaticString { "datetime" }
  }
  public enum Dir: AttributeName {
    @inlinable public static var name: StaticString { "dir" }
  }
  public enum Disabled: AttributeName {
    @inlinable public static var name: StaticString { "disabled" }
  }
  public enum Fill: AttributeName {
    @inlinable public static var name: StaticString { "fill" }
  }
  public enum FillOpacity: AttributeName {
    @inlinable public static var name: StaticString { "fill-opacity" }
  }
  public enum For: AttributeName {
    @inlinable public static var name: StaticString { "for" }
  }
  public enum Height: AttributeName {
    @inlinable public static var name: StaticString { "height" }
  }
  public enum Href: AttributeName {
    @inlinable public static var name: StaticString { "href" }
  }
  public enum Id: AttributeName {
    @inlinable public static var name: StaticString { "id" }
  }
  public enum Inert: AttributeName {
    @inlinable public static var name: StaticString { "inert" }
  }
  public enum Inputmode: AttributeName {
    @inlinable public static var name: StaticString { "inputmode" }
  }
  public enum Lang: AttributeName {
    @inlinable public static var name: StaticString { "lang" }
  }
  public enum List: AttributeName {
    @inlinable public static var name: StaticString { "list" }
  }
  public enum Method: AttributeName {
    @inlinable public static var name: StaticString { "method" }
  }
  public enum Name: AttributeName {
    @inlinable public static var name: StaticString { "name" }
  }
  public enum Novalidate: AttributeName {
    @inlinable public static var name: StaticString { "novalidate" }
  }
  public enum Open: AttributeName {
    @inlinable public static var name: StaticString { "open" }
  }
  public enum Placeholder: AttributeName {
    @inlinable public static var name: StaticString { "placeholder" }
  }
  public enum Popover: AttributeName {
    @inlinable public static var name: StaticString { "popover" }
  }
  public enum Popovertarget: AttributeName {
    @inlinable public static var name: StaticString { "popovertarget" }
  }
  public enum R: AttributeName {
    @inlinable public static var name: StaticString { "r" }
  }
  public enum Rel: AttributeName {
    @inlinable public static var name: StaticString { "rel" }
  }
  public enum Required: AttributeName {
    @inlinable public static var name: StaticString { "required" }
  }
  public enum Role: AttributeName {
    @inlinable public static var name: StaticString { "role" }
  }
  public enum Rx: AttributeName {
    @inlinable public static var name: StaticString { "rx" }
  }
  public enum Ry: AttributeName {
    @inlinable public static var name: StaticString { "ry" }
  }
  public enum Scope: AttributeName {
    @inlinable public static var name: StaticString { "scope" }
  }
  public enum Selected: AttributeName {
    @inlinable public static var name: StaticString { "selected" }
  }
  public enum Spellcheck: AttributeName {
    @inlinable public static var name: StaticString { "spellcheck" }
  }
  public enum Loading: AttributeName {
    @inlinable public static var name: StaticString { "loading" }
  }
  public enum Sandbox: AttributeName {
    @inlinable public static var name: StaticString { "sandbox" }
  }
  public enum Src: AttributeName {
    @inlinable public static var name: StaticString { "src" }
  }
  public enum Tabindex: AttributeName {
    @inlinable public static var name: StaticString { "tabindex" }
  }
  public enum Title: AttributeName {
    @inlinable public static var name: StaticString { "title" }
  }
  public enum Transform: AttributeName {
    @inlinable public static var name: StaticString { "transform" }
  }
  public enum Kind: AttributeName {
    @inlinable public static var name: StaticString { "type" }
  }
  public enum Value: AttributeName {
    @inlinable public static var name: StaticString { "value" }
  }
  public enum Width: AttributeName {
    @inlinable public static var name: StaticString { "width" }
  }
  public enum X: AttributeName {
    @inlinable public static var name: StaticString { "x" }
  }
  public enum Y: AttributeName {
    @inlinable public static var name: StaticString { "y" }
  }
  public enum X1: AttributeName {
    @inlinable public static var name: StaticString { "x1" }
  }
  public enum X2: AttributeName {
    @inlinable public static var name: StaticString { "x2" }
  }
  public enum Y1: AttributeName {
    @inlinable public static var name: StaticString { "y1" }
  }
  public enum Y2: AttributeName {
    @inlinable public static var name: StaticString { "y2" }
  }
}
