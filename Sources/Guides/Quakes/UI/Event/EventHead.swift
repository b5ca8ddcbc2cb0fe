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
  /// The meta description of the page.
  let description: String

  init(_ quake: Quake, in measures: Measures, now: Date) {
    name = quake.shownName(in: measures.unit)
    badge = MagnitudeBadge(magnitude: quake.badge, colour: quake.colour)
    let moment = Moment(quake.time, in: measures.zone)
    time = TimeAndAge(moment, \.dayAndClock, from: now)
    description = "Magnitude \(badge.magnitude), \(name), on \(moment.second)."
    impact = quake.impactSentence
    warnings = quake.warnings
  }
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

/// A time and the time since then, as in "4 May 2024, 03:17 (1 hr ago)".
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

/// A text with a time, as in "All data since 4 May 2024, 03:17". The script of the site writes the
/// time in the zone of the visitor.
struct DatedText: Component, Hashable {
  let before: String
  var moment: Moment?
  var after = ""

  var body: some HTML {
    before
    if let moment { time { moment.dayAndClock }.datetime(moment.iso8601) }
    after
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

/// The links to what others publish about an event.
struct EventLinks: Component, Hashable {
  /// The event page of the network.
  private let network: Href?
  /// The form of the network for people who felt it.
  private let reports: Href?
  /// The warning centres; `nil` without a possible message of theirs.
  private let warnings: Href?

  init(_ quake: Quake) {
    network = Href(external: quake.url)
    reports = quake.ownURL == nil ? Href(external: quake.url + "/tellus") : nil
    warnings = quake.warnings
  }

  var body: some HTML {
    if let network { a { "USGS event page" }.href(network).rel("external noreferrer") }
    if let reports { a { "Did you feel it?" }.href(reports).rel("external noreferrer") }
    WarningsLink(href: warnings)
  }
}

/// The form that deletes an event.
struct EventDeletion: Component, Hashable {
  private let quakeId: Quake.ID
  private let action: Href

  /// - Parameters:
  ///   - quake: the event.
  ///   - location: the page.
  init(_ quake: Quake, from location: QuakesLocation) {
    quakeId = quake.id
    // The view of the event would filter the list to which the deletion leads.
    action = QuakesRoute.post(.deleteQuake, from: location.with { $0.camera = nil }).href
  }

  var body: some HTML {
    ForWriters {
      form {
        HiddenField("quakeId", quakeId)
        button { "Delete" }.class("danger")
      }
      .post(to: action)
    }
  }
}
