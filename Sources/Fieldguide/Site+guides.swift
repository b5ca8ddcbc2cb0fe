import AnimalsUI
import HTTPTypes
import ImmutableUI
import Logging
import WebServer

/// The guides: what is looked at, and what is changed.
extension Site {
  var frontPage: Page<FrontPage> {
    Page(
      title: "Welcome",
      content: FrontPage(
        state: FrontPage.ViewState(panels: [
          .init(
            guide: .animals,
            text: "Amphibians to reptiles: look them up, add what you met, correct what is wrong.")
        ])))
  }

  func lookAtAnimals(
    _ location: AnimalsRoute.Location, _ request: Request, _ requestID: String
  ) -> Reply {
    if animals.isSettled {
      return .now(response(animals.answer(at: location), guide: .animals, request, requestID))
    }
    return .later {
      await guarded(requestID) {
        try await animals.settle()
        return response(animals.answer(at: location), guide: .animals, request, requestID)
      }
    }
  }

  func changeAnimals(
    _ event: AnimalsRoute.Event, _ location: AnimalsRoute.Location, _ request: Request,
    _ requestID: String
  ) -> Reply {
    guard isForm(request.head) else {
      return .now(
        errorResponse(
          .unsupportedMediaType, title: "This is not a form",
          message: "Send application/x-www-form-urlencoded.", requestID: requestID))
    }
    let form: NamedValues
    do throws(NamedValues.ParseError) {
      form = try NamedValues(parsing: request.body)
    } catch {
      return .now(unreadable(error, requestID))
    }
    return .later {
      await guarded(requestID) {
        do {
          let answer = try await animals.answer(to: event, from: location, form: form)
          return response(answer, guide: .animals, request, requestID)
        } catch let error as Malformed {
          return malformed(error, requestID)
        }
      }
    }
  }

  /// The last resort: what nobody expected is logged, and told as such.
  private func guarded(
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
