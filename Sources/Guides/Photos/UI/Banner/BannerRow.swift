import ImmutableUI
import Look
import Markup

/// The banner above the photos, and how its last update went.
struct BannerRow: Component {
  let title: String
  let isInProgress: Bool
  let error: String?
  let update: Href

  var body: some HTML {
    if !title.isEmpty { p { title }.id("banner").dir(.auto) }
    if isInProgress { WaitingNotice("Updating the banner") }
    if let error {
      FailedNotice("The banner was not updated. \(error)", label: "Review", href: update)
    }
  }
}
