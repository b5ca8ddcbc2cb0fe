import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// Turns samples on and off, and returns to the page.
struct SampleHandler: Sendable {
  let router: Router
  let errors: ErrorHandler

  func perform(_ event: SampleSwitch.Event, page: String, for context: RequestContext) -> Reply {
    errors.later(context) { [router] in
      // Every other address would be an open redirect.
      let address = (try? router.match(at: page))?.pageAddress ?? SiteRoute.front.href
      if event == .hide || router.samples.isOffered { try await router.samples.perform(event) }
      return Response(
        status: .seeOther,
        headerFields: [.location: address.text, .cacheControl: "no-store"])
    }
  }
}
