import ImmutableUI
import Markup

extension QuakeMap {
  /// The controls that show the events in the order of time. The script of the
  /// page moves the slider and writes the time.
  struct Player: Component {
    /// The time of all events; `nil` if none are stored.
    let period: String?

    var body: some HTML {
      div {
        button { "Play" }.class("button")
        input().type(.range).value("100").aria(.label, "Time").aria(.valuetext, "All events")
        span { period ?? "" }
      }
      .class("player scripted").role("group").aria(.label, "Events in order of time")
    }
  }
}
