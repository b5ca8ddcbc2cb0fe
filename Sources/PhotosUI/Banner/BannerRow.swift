import ImmutableUI
import Look
import Markup

/// The banner above the photos: what it says, and the way to change it.
struct BannerRow: Component {
  let title: String
  let isInProgress: Bool
  let error: String?
  let update: Href

  var body: some HTML {
    div {
      if title.isEmpty {
        span { "The banner says nothing." }
      } else {
        span { title }.dir(.auto)
      }
      ForWriters {
        a { "Update" }.href(update).aria(.label, "Update the banner")
      }
    }
    .class("notice").id("banner")
    if isInProgress { WaitingNotice("Updating the banner") }
    if let error {
      div {
        span { "The banner was not updated. \(error)" }
        ForWriters {
          a { "Look at it" }.href(update)
        }
      }
      .class("notice failed").role("alert")
    }
  }
}
