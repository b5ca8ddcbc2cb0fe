import ImmutableUI
import Look
import Markup

/// The banner above the photos, with a link to update it.
struct BannerRow: Component {
  let title: String
  let isInProgress: Bool
  let error: String?
  let update: Href

  var body: some HTML {
    if title.isEmpty {
      ForWriters {
        p { a { "Write a banner" }.href(update) }.id("banner")
      }
    } else {
      div {
        ForWriters { strong { "Banner" } }
        span { title }.dir(.auto)
        ForWriters {
          a { "Update" }.href(update).aria(.label, "Update the banner")
        }
      }
      .class("notice").id("banner")
    }
    if isInProgress { WaitingNotice("Updating the banner") }
    if let error {
      FailedNotice("The banner was not updated. \(error)", label: "Review", href: update)
    }
  }
}
