import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The name, the time and the effects of an event: the head of a card, and of its page.
struct EventHead: Hashable, Sendable {
  let name: String
  let badge: MagnitudeBadge
  let time: TimeAndAge
  /// The effects on people as a sentence; `nil` if none are known.
  let impact: String?
  /// The warning centres; `nil` without a possible message of theirs.
  let warnings: Href?

  init(_ quake: Quake, in measures: Measures, now: Date) {
    name = quake.shownName(in: measures.unit)
    badge = MagnitudeBadge(magnitude: quake.badge, colour: quake.colour)
    time = TimeAndAge(Moment(quake.time, in: measures.zone), \.second, from: now)
    impact = quake.impactSentence
    warnings = quake.warnings
  }

  /// The meta description of the page.
  var description: String { "Magnitude \(badge.magnitude), \(name), on \(time.text)." }
}

/// The magnitude in its colour. Rows write the same without a component, which would copy
/// their state.
struct MagnitudeBadge: Component, Hashable {
  let magnitude: String
  /// The CSS class of the colour.
  let colour: String

  var body: some HTML {
    span {
      span { "Magnitude " }.class("vh")
      magnitude
    }
    .class("mag", colour)
  }
}

/// A time and the time since then, as in "4 May 2024, 03:17 UTC (1 hr ago)".
struct TimeAndAge: Component, Hashable {
  let text: String
  private let exact: String
  private let ago: String

  init(_ moment: Moment, _ format: KeyPath<Moment, String>, from now: Date) {
    text = moment[keyPath: format]
    exact = moment.iso8601
    ago = moment.ago(from: now)
  }

  var body: some HTML {
    time { text }.datetime(exact)
    " (\(ago))"
  }
}

/// The link to the centres that publish tsunami messages.
struct WarningsLink: Component {
  let href: Href?

  var body: some HTML {
    if let href {
      " "
      a { "tsunami.gov" }.href(href).rel("external noreferrer")
    }
  }
}

/// The links to what others publish about an event, and the form that deletes it.
struct EventActions: Component, Hashable {
  private let quakeId: Quake.ID
  /// The event page of the network.
  private let network: Href?
  /// The form of the network for people who felt it.
  private let reports: Href?
  private let delete: Href
  private let style: String?

  /// - Parameters:
  ///   - quake: the event.
  ///   - location: the page.
  ///   - style: the CSS class of the links and the button; `nil` in a menu.
  init(_ quake: Quake, from location: QuakesLocation, style: String? = nil) {
    quakeId = quake.id
    network = Href(external: quake.url)
    reports = quake.ownURL == nil ? Href(external: quake.url + "/tellus") : nil
    delete = QuakesRoute.post(.deleteQuake, from: location).href
    self.style = style
  }

  var body: some HTML {
    if let network {
      a { "USGS event page" }.class(style).href(network).rel("external noreferrer")
    }
    if let reports {
      a { "Did you feel it?" }.class(style).href(reports).rel("external noreferrer")
    }
    ForWriters {
      form {
        HiddenField("quakeId", quakeId)
        button { "Delete" }.class(style.map { "\($0) danger" } ?? "danger")
      }
      .post(to: delete)
    }
  }
}
