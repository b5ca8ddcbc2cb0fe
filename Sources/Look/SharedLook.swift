public import ImmutableUI
import Markup

/// What all guides share.
public enum SharedLook {
  /// Every state of what stands on the pages of more than one guide.
  public static var previews: [Preview] { notices + emptyStates + icons + confirmations }

  private static let here = Href(path: [])

  private static var notices: [Preview] {
    [
      Preview("done", of: "Notice", note: "How a post ended, with a name") { text in
        Notice(Phrase("“", name: text("Red kangaroo"), "” was added."), dismiss: here)
      },
      Preview("without-name", of: "Notice", note: "How a post ended") { _ in
        Notice(Phrase("The sample data was restored."), dismiss: here)
      },
      Preview("failed", of: "FailedNotice", note: "What nobody here can try again") { text in
        FailedNotice(text("The disk is full."))
      },
      Preview("try-again", of: "FailedNotice", note: "With a way to try again") { text in
        FailedNotice(text("The server took too long."), retry: here)
      },
      Preview("waiting", of: "WaitingNotice", note: "Something is under way") { text in
        WaitingNotice(text("Loading animals"))
      },
    ]
  }

  private static var emptyStates: [Preview] {
    [
      Preview("heading", of: "EmptyState", note: "A heading alone") { text in
        EmptyState(text("No animals in this category"), icon: .leaf)
      },
      Preview("message", of: "EmptyState", note: "With a sentence") { text in
        EmptyState("No breed is called that", message: text("No sub-breed either."), icon: .paw)
      },
      Preview("actions", of: "EmptyState", note: "With ways on") { _ in
        EmptyState("No earthquakes found", message: "None is as asked for.", icon: .pulse) {
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
      Preview("all", of: "Icon", note: "Each in the colour of its words") { _ in
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

  private static var confirmations: [Preview] {
    [
      Preview(
        "named", of: Confirmation.Presenter.self, note: "About something that people named",
        isDialog: true
      ) { text in
        let name = text("Red kangaroo")
        return Confirmation.ViewState(
          title: Phrase("Delete ", name: name, "?"), message: "This cannot be undone.",
          confirm: Phrase("Yes, delete ", name: name), action: here, cancel: here)
      }
    ]
  }
}
