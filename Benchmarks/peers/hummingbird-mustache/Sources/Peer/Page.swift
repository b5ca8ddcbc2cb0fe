/// The contents of `rows.json`: HTML around rows of plain text.
struct Page: Decodable, Sendable {
  var head: String
  var tail: String
  var rows: [Row]
}

struct Row: Decodable, Sendable {
  var id: String
  var href: String
  var magnitude: String
  var colour: String
  var name: String
  var note: String
  var time: String
  var number: String?
  var clock: String
  var ago: String
}

extension Page {
  /// The page as a Mustache context of dictionaries, which needs no reflection.
  var dictionary: [String: Any] {
    ["head": head, "tail": tail, "rows": rows.map(\.dictionary)]
  }

  /// The template for both kinds of contexts.
  static let template = """
    {{{head}}}{{#rows}}<li><a class="row" id="{{id}}" href="{{href}}">\
    <span class="mag {{colour}}"{{#number}} data-magnitude="{{.}}"{{/number}}>\
    <span class="vh">Magnitude </span>{{magnitude}}</span>\
    <span class="row-text"><span class="row-name" dir="auto">{{name}}</span>\
    <span class="row-note">{{note}}</span></span><span class="row-end">\
    <time datetime="{{time}}">{{clock}}</time>\
    <span>{{ago}}</span></span></a></li>\
    {{/rows}}{{{tail}}}
    """
}

extension Row {
  var dictionary: [String: Any] {
    [
      "id": id, "href": href, "magnitude": magnitude, "colour": colour, "name": name,
      "note": note, "time": time, "clock": clock,
      "ago": ago, "number": number as Any,
    ]
  }
}
