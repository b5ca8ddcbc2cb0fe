import AnimalsUI
import HTTPTypes
import ImmutableUI
import Logging
import Markup
import QuakesUI
import Synchronization
import WebServer

/// The guides: what is looked at, and what is changed.
extension Site {
  /// Shows a page, after what it shows has come.
  ///
  /// - Parameter guide: the one that it is of; `nil` for the front page.
  func look<Guided: Root>(
    at location: Guided.Location, in root: Guided, of guide: Guide?, _ address: Href?,
    _ audience: Audience, _ request: Request, _ exchange: LoggedExchange
  ) -> Reply {
    @Sendable func respond(after waiting: Duration = .zero) -> Response {
      let page = find(
        location, in: root, of: guide, address, audience, after: waiting, onUse: exchange.note)
      return switch page {
      case .page(let page): response(with: page.response, request)
      case .instead(let answer):
        response(answer, guide: guide, audience, request, exchange.requestID)
      }
    }
    if root.isSettled(at: location) { return .now(respond()) }
    return .later { [self] in
      await guarded(exchange.requestID) {
        let waiting = try await ContinuousClock().measure {
          try await root.settle(at: location)
        }
        return respond(after: waiting)
      }
    }
  }

  /// What is at a location: a page, kept or made, or an answer that leads
  /// elsewhere.
  ///
  /// - Parameters:
  ///   - address: what all say who mean this location, and nobody else; `nil`
  ///     where the request said more, as what makes no sense.
  ///   - waiting: how long the request waited for what is there.
  func find<Guided: Root>(
    _ location: Guided.Location, in root: Guided, of guide: Guide?, _ address: Href?,
    _ audience: Audience, after waiting: Duration = .zero, onUse: (PageCache.Use) -> Void = { _ in }
  ) -> Found<Guided.Content> {
    var instead: Answer<Guided.Content>?
    let origin = tools.observer.map { _ in ObservedRendering.Origin(waiting: waiting) }
    let kept = pages.page(at: address.map(audience.key), onUse: onUse) { earlier in
      let answer = root.answer(at: location)
      guard case .page(let page) = answer else {
        instead = answer
        return nil
      }
      // All dialogs are for changing something.
      if page.hasDialog, !audience.mayWrite {
        instead = .seeOther(SiteRoute.signIn(page: (address ?? SiteRoute.front.href).text).href)
        return nil
      }
      return PageCache.Made(
        page: served(
          page, guide: guide, address: address, audience: audience, reusing: earlier,
          after: origin),
        basis: page.basis + document.basis, expires: page.expires,
        isShared: page.status == .ok && !page.isPersonal)
    }
    return kept.map(Found.page) ?? .instead(instead ?? .notFound(.page))
  }

  /// Does what a form of a guide asks for.
  func change<Guided: Root>(
    _ event: Guided.Event, from location: Guided.Location, in root: Guided, of guide: Guide,
    _ audience: Audience, _ request: Request, _ requestID: String
  ) -> Reply {
    guard isForm(request.head) else {
      return .now(
        errorResponse(
          .unsupportedMediaType, title: "This is not a form",
          message: "Send application/x-www-form-urlencoded.", requestID: requestID))
    }
    let form: NamedValues
    do throws(NamedValues.ParseError) {
      form = try NamedValues(parsing: request.body, limit: formFields)
    } catch {
      return .now(unreadable(error, requestID))
    }
    return .later { [self] in
      await guarded(requestID) {
        do {
          let answer = try await root.answer(to: event, from: location, form: form)
          return response(answer, guide: guide, audience, request, requestID)
        } catch let error as Malformed {
          return malformed(error, requestID)
        }
      }
    }
  }

  /// The quakes of a filter for other programs, written part by part as they
  /// are taken.
  func export(
    _ format: QuakesRoute.Export, _ location: QuakesLocation, _ request: Request,
    _ requestID: String
  ) -> Reply {
    .later { [self] in
      await guarded(requestID) {
        if !quakes.isSettled(at: location) { try await quakes.settle(at: location) }
        let client = request.client.address
        guard exports.admit(client) else {
          return errorResponse(
            .serviceUnavailable, title: "Too many downloads are in progress",
            message: "Wait until another download has ended, then try again.",
            retryAfter: 10, requestID: requestID)
        }
        let export = quakes.export(format, at: location)
        let parts = Mutex(export.makeIterator())
        var fields: HTTPFields = [.contentType: format.contentType, .cacheControl: "no-cache"]
        fields[.contentDisposition] = "attachment; filename=\"quakes.\(format.rawValue)\""
        return Response(
          status: .ok, headerFields: fields,
          body: .stream(
            ResponseStream(
              source: { parts.withLock { $0.next() }.map(ResponseStream.Next.bytes) ?? .end },
              onEnd: { [exports] in exports.release(client) })))
      }
    }
  }

  /// What is at a location.
  enum Found<Content: HTML> {
    case page(ServedPage)
    case instead(Answer<Content>)
  }

  /// The last resort: what nobody expected is logged, and told as such.
  func guarded(
    _ requestID: String, _ respond: () async throws -> Response
  ) async -> Response {
    do {
      return try await respond()
    } catch {
      logger.error("unexpected", metadata: ["id": "\(requestID)", "error": "\(error)"])
      return errorResponse(
        .internalServerError, title: "Something went wrong here",
        message: "It was not you. What happened is in the log under this request's number.",
        requestID: requestID)
    }
  }

  private func isForm(_ request: HTTPRequest) -> Bool {
    let type = request.headerFields[.contentType] ?? ""
    return type.split(separator: ";").first?.lowercased()
      .filter({ !$0.isWhitespace }) == "application/x-www-form-urlencoded"
  }
}
