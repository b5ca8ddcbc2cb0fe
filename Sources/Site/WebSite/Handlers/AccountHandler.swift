import Foundation
import HTTPTypes
import ImmutableUI
import Look
import Markup
import WebServer

/// Signs visitors in and out, and refuses posts of those who have not signed in.
struct AccountHandler: Sendable {
  let router: Router
  let security: RequestSecurity
  let forms: FormHandler
  let renderer: PageRenderer
  let errors: ErrorHandler
  /// The name of the site, which programs and browsers show with the question for a password.
  let realm: String

  // MARK: Signing in

  /// Responds with the sign-in page, or redirects those who have signed in to a page.
  func signIn(page: String, for context: RequestContext) throws(SiteError) -> Response {
    let page = router.pageAddress(of: page)
    guard !context.audience.mayWrite else { return redirect(to: page) }
    guard let sessions, context.audience == .readers, !hasCredentials(context) else {
      throw refusal(of: context)
    }
    return signInPage(.init(page: page, days: sessions.days), for: context)
  }

  /// Performs the event of a form.
  ///
  /// - Parameter page: the page to return to.
  func perform(
    _ event: AccountEvent, page: String, for context: RequestContext
  ) throws(SiteError) -> Reply {
    let form = try forms.form(of: context)
    guard let sessions else { throw refusal(of: context) }
    let page = router.pageAddress(of: page)
    switch (event, context.viewer.grant?.session) {
    case (.signIn, _):
      return errors.later(context) { await signIn(form, page: page, sessions, for: context) }
    case (.acceptInvitation, _):
      return errors.later(context) { try await accept(form, sessions, for: context) }
    case (_, nil):
      if context.failure == .unavailable { throw .unconfirmed }
      // Signed out already, in another window or by the other copy of this form.
      return .now(redirect(to: event == .signOut ? page : SiteRoute.account().href))
    case (.signOut, let session?):
      return errors.later(context) {
        try await sessions.signOut(session, from: context.client)
        return redirect(to: page, cookie: cookie(nil, for: context), clearsPages: true)
      }
    case (.signOutElsewhere, let session?):
      return errors.later(context) {
        try await sessions.signOutElsewhere(session, from: context.client)
        return redirect(to: SiteRoute.account(.signedOutElsewhere).href)
      }
    case (.changePassword, let session?):
      return errors.later(context) { await changePassword(form, session, sessions, for: context) }
    }
  }

  private func signIn(
    _ form: NamedValues, page: Href, _ sessions: Sessions, for context: RequestContext
  ) async -> Response {
    let name = form.values(of: "name").first ?? ""
    let password = form.values(of: "password").first ?? ""
    let pending = pendingForm(
      form.values(of: "action").first ?? "", form.values(of: "content").first ?? "")
    func again(_ problem: SignInPage.Problem, _ status: HTTPResponse.Status) -> Response {
      signInPage(
        .init(page: page, name: name, problem: problem, pending: pending, days: sessions.days),
        status: status, for: context)
    }
    guard !name.isEmpty, !password.isEmpty else {
      return again(.missing(name: name.isEmpty, password: password.isEmpty), .unprocessableContent)
    }
    let credentials = Credentials(name: name, password: password)
    let cookie: String
    do {
      let token = try await sessions.signIn(
        credentials, from: context.client, endingSession: context.viewer.grant?.session)
      cookie = self.cookie(token, for: context)
    } catch {
      return again(.failed(error), error.status).retrying(after: error.seconds)
    }
    guard let pending else { return redirect(to: page, cookie: cookie) }
    var response = renderer.personal(
      "Signed in", for: context.viewer,
      PendingFormPage(state: .init(name: name, form: pending, page: page)))
    response.head.headerFields[.setCookie] = cookie
    return response
  }

  private func signInPage(
    _ state: SignInPage.ViewState, status: HTTPResponse.Status = .ok, for context: RequestContext
  ) -> Response {
    renderer.personal("Sign in", status: status, for: context.viewer, SignInPage(state: state))
  }

  // MARK: One's own account

  /// Responds with the page of the visitor's account.
  func account(
    _ notice: AccountNotice?, for context: RequestContext
  ) throws(SiteError) -> Response {
    guard let sessions else { throw .notFound(.page) }
    guard let session = context.viewer.grant?.session else {
      guard context.viewer.visitor == nil else { throw .notFound(.page) }
      return redirect(to: SiteRoute.signIn(page: SiteRoute.account().href.text).href)
    }
    return accountPage(session, sessions, notice: notice, for: context)
  }

  private func accountPage(
    _ session: Session, _ sessions: Sessions, notice: AccountNotice? = nil,
    problem: AccountPage.Problem? = nil, status: HTTPResponse.Status = .ok,
    for context: RequestContext
  ) -> Response {
    let expiry = Date(timeIntervalSince1970: Double(session.expiry))
    return renderer.personal(
      "Your account", status: status, for: context.viewer,
      AccountPage(
        state: .init(
          name: session.name, roles: context.viewer.visitor?.roles.sorted() ?? [],
          others: sessions.sessions(of: session.name).count { $0.id != session.id },
          lastDay: Moment(expiry).day, notice: notice, problem: problem)))
  }

  private func changePassword(
    _ form: NamedValues, _ session: Session, _ sessions: Sessions, for context: RequestContext
  ) async -> Response {
    let current = form.values(of: "current").first ?? ""
    let new = (form.values(of: "new").first ?? "").normalised
    func again(
      _ problem: AccountPage.Problem, _ status: HTTPResponse.Status = .unprocessableContent
    ) -> Response {
      accountPage(session, sessions, problem: problem, status: status, for: context)
    }
    guard !current.isEmpty else { return again(.missing) }
    if let problem = Password.problem(with: new, for: session.name) {
      return again(.password(problem))
    }
    guard new != current else { return again(.same) }
    do {
      let token = try await sessions.changePassword(
        of: session.name, from: current, to: new, client: context.client)
      return redirect(
        to: SiteRoute.account(.passwordChanged).href, cookie: cookie(token, for: context))
    } catch {
      return again(.failed(error), error.status).retrying(after: error.seconds)
    }
  }

  // MARK: Invitations

  /// Responds with the page on which an editor who was invited chooses a password.
  func invitation(_ text: String, for context: RequestContext) throws(SiteError) -> Reply {
    guard let sessions, let token = SessionToken(text) else { throw .invitationEnded }
    return errors.later(context) {
      let name = try await invited { () async throws(SignInFailure) in
        try await sessions.invitee(with: token, from: context.client).name
      }
      return invitationPage(.init(name: name, token: token.text), for: context)
    }
  }

  private func accept(
    _ form: NamedValues, _ sessions: Sessions, for context: RequestContext
  ) async throws -> Response {
    guard let token = form.values(of: "token").first.flatMap({ SessionToken($0) }) else {
      throw SiteError.invitationEnded
    }
    let password = form.values(of: "new").first ?? ""
    let choice = try await invited { () async throws(SignInFailure) in
      try await sessions.accept(
        token, password: password, from: context.client,
        endingSession: context.viewer.grant?.session)
    }
    switch choice {
    case .session(let session):
      return redirect(
        to: SiteRoute.account(.passwordChosen).href, cookie: cookie(session, for: context))
    case .refused(let problem, let name):
      return invitationPage(
        .init(name: name, token: token.text, problem: problem), status: .unprocessableContent,
        for: context)
    }
  }

  private func invitationPage(
    _ state: InvitationPage.ViewState, status: HTTPResponse.Status = .ok,
    for context: RequestContext
  ) -> Response {
    var response = renderer.personal(
      "Choose your password", status: status, for: context.viewer, InvitationPage(state: state))
    for field in SiteError.invitationFields { response.head.headerFields[field.name] = field.value }
    return response
  }

  /// Performs a step of an invitation.
  ///
  /// - Throws: `SiteError` for a visitor whose invitation is not valid, or who has to wait.
  private func invited<Value>(
    _ step: () async throws(SignInFailure) -> Value
  ) async throws(SiteError) -> Value {
    do throws(SignInFailure) {
      return try await step()
    } catch {
      guard let seconds = error.seconds else {
        throw error == .wrong ? .invitationEnded : .unconfirmed
      }
      throw SiteError(
        status: error.status, title: "Too many links were tried",
        message: SignInFailure.wait(seconds).message, retryAfter: seconds)
    }
  }

  // MARK: Refusals

  /// Responds to a post of a visitor who may not change data.
  ///
  /// A browser gets the sign-in page, which keeps the form. A program gets an error that asks
  /// for a name and a password.
  func refuse(_ match: RouteMatch, for context: RequestContext) throws(SiteError) -> Response {
    guard context.audience == .readers, let sessions, !hasCredentials(context),
      (context.field("Accept") ?? "").contains("text/html")
    else { throw refusal(of: context, backTo: page(of: match)) }
    let page = page(of: match)
    var pending: PendingForm?
    if case .guide(let match) = match, let content = forms.pendingContent(of: context) {
      pending = PendingForm(action: match.route.href, content: content)
    }
    guard context.failure != .unavailable else {
      return signInPage(
        .init(page: page, problem: .failed(.unavailable), pending: pending, days: sessions.days),
        status: .serviceUnavailable, for: context
      ).retrying(after: 5)
    }
    var response = signInPage(
      .init(page: page, pending: pending, days: sessions.days), status: .unauthorized,
      for: context)
    // A scheme that browsers do not know: they show the page, and no dialog of their own.
    response.head.headerFields[.wwwAuthenticate] = "Session \(quotedRealm)"
    return response
  }

  /// Returns the page to return to without a change.
  private func page(of match: RouteMatch) -> Href {
    if case .guide(let match) = match { match.guide.startPage } else { SiteRoute.front.href }
  }

  /// Returns a form that was kept; `nil` if it is not one of this site.
  private func pendingForm(_ action: String, _ content: String) -> PendingForm? {
    guard content.utf8.count <= FormHandler.maxPending,
      case .guide(let match)? = try? router.match(at: action),
      match.method == .post
    else { return nil }
    return PendingForm(action: match.route.href, content: content)
  }

  /// Returns the error for a visitor who may not change data.
  ///
  /// - Parameter page: the page to return to without a change; `nil` for none.
  private func refusal(of context: RequestContext, backTo page: Href? = nil) -> SiteError {
    switch (context.audience, context.failure) {
    case (.readers, let failure?) where failure.seconds != nil:
      return SiteError(
        status: failure.status, title: failure.title, message: failure.message,
        retryAfter: failure.seconds)
    case (.readers, .unavailable): return .unconfirmed
    case (.readers, _) where sessions == nil: return .signInElsewhere
    case (.readers, _):
      var error = SiteError.signInRequired
      error.links = [.init(label: "Sign in", href: SiteRoute.signIn().href)]
      if let page { error.links.append(.init(label: "Back, without signing in", href: page)) }
      error.fields[.wwwAuthenticate] = "Basic \(quotedRealm), charset=\"UTF-8\""
      return error
    case (.members, _): return .notInGroup
    default: return .readOnly
    }
  }

  private var quotedRealm: String { "realm=\"\(Self.quoted(realm))\"" }

  /// Escapes the content of a quoted string (RFC 9110 §5.6.4). Scalars are
  /// compared: for a browser a quote before a combining mark is a quote.
  static func quoted(_ text: String) -> String {
    var quoted = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "\"" { quoted.append("\\") }
      quoted.append(scalar)
    }
    return String(quoted)
  }

  // MARK: Parts of requests and responses

  private var sessions: Sessions? { security.sessions }

  private func hasCredentials(_ context: RequestContext) -> Bool {
    context.request.head.headerFields[.authorization] != nil
  }

  private func cookie(_ token: SessionToken?, for context: RequestContext) -> String {
    // A day longer than the session: it tells visitors whose session has ended from strangers.
    security.cookie(of: context).value(token, seconds: (sessions?.lifetime ?? 0) + 86_400)
  }

  /// - Parameters:
  ///   - cookie: the value of `Set-Cookie`; `nil` for none.
  ///   - clearsPages: true to make the browser forget the pages that it has kept.
  private func redirect(
    to page: Href, cookie: String? = nil, clearsPages: Bool = false
  ) -> Response {
    var response = Response.seeOther(page.text)
    response.head.headerFields[.setCookie] = cookie
    if clearsPages, let name = HTTPField.Name("Clear-Site-Data") {
      response.head.headerFields[name] = "\"cache\""
    }
    return response
  }
}

extension Response {
  /// Returns the response with `Retry-After`.
  fileprivate func retrying(after seconds: Int?) -> Response {
    var response = self
    response.head.headerFields[.retryAfter] = seconds.map(String.init)
    return response
  }
}
