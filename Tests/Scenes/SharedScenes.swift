#if DEBUG
import ImmutableUI
import Look
import Markup

/// The components that all guides share.
enum SharedLook {
  /// Previews of the components that more than one guide uses.
  static var previews: [Preview] { notices + emptyStates + icons + layouts + confirmations }

  private static let here = Href(path: [])

  private static var notices: [Preview] {
    [
      Preview("done", of: "Notice", note: "The outcome of a post, with a name") { text in
        Notice(Phrase("“", name: text("Red kangaroo"), "” was added."))
      },
      Preview("without-name", of: "Notice", note: "The outcome of a post") { _ in
        Notice(Phrase("The sample data was restored."))
      },
      Preview("undo", of: "Notice", note: "The outcome of a post that can be undone") { text in
        Notice(
          Phrase("“", name: text("Red kangaroo"), "” was deleted."), undo: Notice.Undo(here))
      },
      Preview("failed", of: "FailedNotice", note: "A failure without a retry") { text in
        FailedNotice(text("The disk is full."))
      },
      Preview("try-again", of: "FailedNotice", note: "A failure with a retry") { text in
        FailedNotice(text("The server took too long."), retry: here)
      },
      Preview("waiting", of: "WaitingNotice", note: "An operation in progress") { text in
        WaitingNotice(text("Loading animals"))
      },
      Preview("done", of: "WaitingNotice", note: "An operation of which a part is done") { text in
        WaitingNotice(text("Importing animals"), done: DoneAmount(1_200, of: 5_000, "rows"))
      },
      Preview("all", of: "Notices", note: "Success, failure and waiting side by side") { text in
        Notice(
          Phrase("“", name: text("Red kangaroo"), "” was deleted."), undo: Notice.Undo(here))
        FailedNotice(text("The server took too long."), retry: here)
        WaitingNotice(text("Loading animals"))
      },
    ]
  }

  private static var emptyStates: [Preview] {
    [
      Preview("heading", of: "EmptyState", note: "A heading only") { text in
        EmptyState(text("No animals in this category"), icon: .leaf)
      },
      Preview("message", of: "EmptyState", note: "With a sentence") { text in
        EmptyState(
          "No photos yet", message: text("They come from JSONPlaceholder."), icon: .picture)
      },
      Preview("actions", of: "EmptyState", note: "With next steps") { _ in
        EmptyState(
          "No earthquakes found", message: "No stored earthquake matches these filters.",
          icon: .pulse
        ) {
          div {
            a { "Any day" }.class("button primary").href(here)
            a { "Show all" }.class("button").href(here)
          }
          .class("actions")
        }
      },
    ]
  }

  private static var icons: [Preview] {
    [
      Preview("all", of: "Icon", note: "Each icon in the colour of its text") { _ in
        ul {
          for (icon, name) in [
            (Icon.Shape.leaf, "Animals"), (.pulse, "Earthquakes"), (.paw, "Dogs"),
            (.picture, "Photos"), (.plus, "Add"),
          ] {
            li {
              span {
                Icon(icon)
                name
              }
              .class("row")
            }
          }
        }
        .class("rows")
      }
    ]
  }

  private static var layouts: [Preview] {
    [
      Preview("named", of: "Panel", note: "A section with a heading") { text in
        Panel(name: .heading("panel-title")) {
          div { h2 { text("Animals") }.id("panel-title") }.class("bar")
          rows(text)
        }
      },
      Preview("list", of: "Split", note: "Details beside a list") { text in
        Split {
          Aside {
            Panel(Tags.Div.self) {
              p { text("Select an animal to see its details.") }.class("row-note")
            }
          }
          Panel(Tags.Div.self, kind: "list") { rows(text) }
        }
      },
      Preview("three", of: "Columns", note: "One of them in a narrow window") { text in
        Columns {
          ForEach(["Categories", "Animals", "Animal"]) { name in
            PageColumn(name.lowercased(), isCurrent: name == "Animals", name: .label(name)) {
              rows(text)
            }
          }
        }
      },
    ]
  }

  private static func rows(_ text: PreviewText) -> some HTML {
    RowList {
      ForEach(["Red kangaroo", "Great-horned owl"]) { name in
        Row(href: here) { RowText(text(name)) }
      }
    }
  }

  private static var confirmations: [Preview] {
    [
      Preview(
        "named", of: Confirmation.Presenter.self, note: "With a name that a visitor entered",
        isDialog: true
      ) { text in
        let name = text("Red kangaroo")
        return Confirmation.ViewState(
          title: Phrase("Delete ", name: name, "?"), message: "You cannot undo this.",
          confirm: Phrase("Yes, delete ", name: name), action: here, cancel: here)
      }
    ]
  }
}
#endif
