import Foundation
import ImmutableUI
import Look
import Markup

/// The notice of every page while the shared database is away.
///
/// Its element is always there, so that live updates replace nothing else and
/// assistive technology announces the text.
struct OutageNotice: FragmentPresenter {
  static let id = "outage"
  /// The time of the last contact with the database; `nil` while it responds.
  let state: Date?

  var body: some HTML {
    div {
      if let state {
        let moment = Moment(state)
        p {
          span {
            "The data are as of "
            time { moment.timeOfDay }.datetime(moment.iso8601).title(moment.minute)
            ". Changes cannot be saved at the moment."
          }
        }
        .class("notice")
      }
    }
    .class("outage").id(Self.id).role("status")
  }
}
