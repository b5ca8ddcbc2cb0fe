import Markup
import Testing

struct FormTests {
  private let target = Href(path: ["animals"], query: [("category", "a&b"), ("sort", "name")])

  @Test func `A form can use POST`() {
    expectHTML(
      #"<form method="post" action="/animals?category=a%26b&amp;sort=name" novalidate></form>"#
    ) {
      form {}.post(to: target).novalidate()
    }
  }

  @Test func `A form can use GET`() {
    expectHTML(#"<form method="get" action="/animals"></form>"#) {
      form {}.get(Href(path: ["animals"]))
    }
  }

  @Test func `Text fields are rendered with their values`() {
    expectHTML(
      #"<label for="n">Name</label>"#
        + #"<input id="n" type="text" name="name" value="&quot;Rex&quot;" placeholder="Name""#
        + #" required autocomplete="off">"#
    ) {
      label { "Name" }.for("n")
      input().id("n").type(.text).name("name").value("\"Rex\"").placeholder("Name")
        .required().autocomplete("off")
    }
    expectHTML("<textarea name=\"notes\" required>\na &lt; b</textarea>") {
      textarea { "a < b" }.name("notes").required()
    }
  }

  @Test(arguments: [
    (InputType.checkbox, "checkbox"), (.date, "date"), (.hidden, "hidden"), (.number, "number"),
    (.radio, "radio"), (.search, "search"), (.text, "text"),
  ])
  func `Each input type is rendered`(type: InputType, name: String) {
    expectHTML("<input type=\"\(name)\">") { input().type(type) }
  }

  @Test func `Choices are rendered`() {
    expectHTML(
      #"<select name="diet" required><option value="h" selected>Herbivore</option>"#
        + #"<option value="c">Carnivore</option></select>"#
    ) {
      select {
        option { "Herbivore" }.value("h").selected()
        option { "Carnivore" }.value("c").selected(false)
      }.name("diet").required()
    }
    expectHTML(#"<input type="radio" checked><input type="checkbox">"#) {
      input().type(.radio).checked()
      input().type(.checkbox).checked(false)
    }
  }

  @Test func `Buttons are rendered`() {
    expectHTML(#"<button name="do" value="it" disabled>Do it</button>"#) {
      button { "Do it" }.name("do").value("it").disabled()
    }
  }
}
