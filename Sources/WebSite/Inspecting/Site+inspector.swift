import AnimalsUI
import BreedsUI
import Foundation
import HTTPTypes
import ImmutableData
import ImmutableUI
import Inspector
import Markup
import PhotosUI
import QuakesUI
import WebServer

/// The inspector, where it is switched on: for this machine only.
extension Site {
  func inspect(_ route: InspectorRoute, _ request: Request, _ requestID: String) -> Response {
    guard let inspection = inspection(for: request) else { return notFound(.page, nil, requestID) }
    switch route {
    case .recording(let name):
      guard let recording = try? inspection.inspector.recording(of: name) else {
        return notFound(.page, nil, requestID)
      }
      return Response(
        status: .ok,
        headerFields: [.contentType: "application/jsonl", .cacheControl: "no-store"],
        body: .bytes(Array(recording)))
    case .past(let name, let revision, let address):
      return past(inspection, name, after: revision, at: address, requestID)
    default:
      guard let page = rendered(route, inspection.inspector) else {
        return notFound(.unseen, nil, requestID)
      }
      return response(with: page, policy: nil)
    }
  }

  /// The inspector, for those who may look at it.
  func inspection(for request: Request) -> Inspection? {
    request.client.address.isLoopback ? tools.inspection : nil
  }

  /// A page of the inspector as it is now.
  func rendered(_ route: InspectorRoute, _ inspector: Inspector) -> RenderedPage? {
    inspector.page(at: route).map { page in
      document.render(
        title: page.title, frame: Document.Frame(guide: nil, isTool: true), page: route.href,
        content: page)
    }
  }

  /// The page at an address as it was after an action.
  private func past(
    _ inspection: Inspection, _ name: String, after revision: Int, at address: String,
    _ requestID: String
  ) -> Response {
    let route: SiteRoute?
    do throws(Malformed) {
      route = try SiteRoute(parsing: Target(parsing: address))
    } catch {
      return malformed(error, requestID)
    }
    let answer: Response? =
      switch route {
      case .animals(.page(let location)) where name == Guide.animals.rawValue:
        inspection.animals[revision].map { entry in
          past(
            animals.frozen(at: entry.step.after), location, .animals, revision, entry.date,
            requestID)
        }
      case .quakes(.page(let location)) where name == Guide.quakes.rawValue:
        inspection.quakes[revision].map { entry in
          past(
            quakes.frozen(at: entry.step.after, now: entry.date), location, .quakes, revision,
            entry.date, requestID)
        }
      case .breeds(.page(let location)) where name == Guide.breeds.rawValue:
        inspection.breeds[revision].map { entry in
          past(
            breeds.frozen(at: entry.step.after, now: entry.date), location, .breeds, revision,
            entry.date, requestID)
        }
      case .photos(.page(let location)) where name == Guide.photos.rawValue:
        inspection.photos[revision].map { entry in
          past(
            photos.frozen(at: entry.step.after, now: entry.date), location, .photos, revision,
            entry.date, requestID)
        }
      default: nil
      }
    return answer ?? notFound(.unseen, nil, requestID)
  }

  private func past<Guided: Root>(
    _ root: Guided, _ location: Guided.Location, _ guide: Guide, _ revision: Int, _ date: Date,
    _ requestID: String
  ) -> Response {
    switch root.answer(at: location) {
    case .page(let page):
      // Nobody writes into the past.
      let frame = Document.Frame(guide: guide, hasDialog: page.hasDialog, audience: .onlookers)
      let content = PastPage(guide: guide, revision: revision, content: page.content)
      return response(
        with: document.render(title: page.title, frame: frame, content: content),
        policy: SecurityFields.contentSecurityPolicy(
          pictureOrigins: pictureOrigins, frames: .within))
    case .seeOther(let href):
      return Response(
        status: .seeOther,
        headerFields: [
          .location: InspectorRoute.past(guide.rawValue, revision, address: href.text).href.text,
          .cacheControl: "no-store",
        ])
    case .notFound(let missing): return notFound(missing, guide, requestID)
    }
  }
}

/// A page of the past, under a line that says so.
private struct PastPage<Content: HTML>: Component {
  let guide: Guide
  let revision: Int
  let content: Content

  var body: some HTML {
    p {
      span { "This page as it was after action \(revision). Nothing in it can be changed." }
      a { "The action" }.href(InspectorRoute.step(guide.rawValue, revision).href)
    }
    .class("notice")
    content
  }
}

extension NotFound {
  /// The inspector has not seen it, or has forgotten it.
  fileprivate static let unseen = NotFound(
    title: "Not seen, or forgotten",
    message: "The inspector keeps the last 200 actions of each store, and the last 200 pages.",
    ways: [.init(label: "Inspector", href: InspectorRoute.index.href)])
}
