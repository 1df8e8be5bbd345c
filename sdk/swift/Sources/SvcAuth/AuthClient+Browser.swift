import Foundation

/// The link that was completed last, so that an app that receives it in two ways completes it once.
struct CompletedLink {
  let url: URL
  let number: Int
  let outcome: Outcome<Session?>
}

extension AuthClient {
  private nonisolated var flowKey: String { "\(settings.storageKey).browser" }

  /// Signs in with Google or Apple in the browser, and creates the account at the first sign-in. The project's settings
  /// must allow the scheme of `redirectTo`.
  ///
  /// - Throws: `.cancelled` (the user closed the browser or refused), `.emailAlreadyExists` (sign in with one of
  ///   `metadata["sign_in_methods"]`, then call `linkWithBrowser`), `.emailNotVerified`, `.signUpClosed`,
  ///   `.userDisabled`, `.oauthCodeInvalid`, and those of second factors, as in `signIn`.
  @discardableResult
  public func signInWithBrowser(_ provider: Provider, redirectTo: URL) async throws -> Session {
    try await goToBrowser(provider, redirectTo, links: false)
  }

  /// Adds a Google or Apple account to the signed-in user. A guest becomes a permanent user with the same id.
  ///
  /// - Throws: `.cancelled`, `.oauthAccountExists` (another user has this account), `ALREADY_EXISTS` (the user has
  ///   another account of this provider), `.reauthenticationRequired`, `.oauthCodeInvalid`.
  @discardableResult
  public func linkWithBrowser(_ provider: Provider, redirectTo: URL) async throws -> Session {
    try await goToBrowser(provider, redirectTo, links: true)
  }

  /// Finishes what `signInWithBrowser` or `linkWithBrowser` began, when the system ended the app while the browser was
  /// open: call it with each URL that opens the app. Calling it again with the same URL gives the same result, and tries
  /// again after a retryable error. Returns nil when the URL does not belong to a sign-in that began on this device.
  ///
  /// - Throws: the reasons of `signInWithBrowser` or `linkWithBrowser`.
  @discardableResult
  public func completeRedirect(_ url: URL) async throws -> Session? {
    if let last = lastLink, last.url == url { return try await last.outcome.value() }
    let number = (lastLink?.number ?? 0) + 1
    let outcome = begin { client in
      do {
        return try await client.complete(url)
      } catch let error as AuthError where error.isRetryable {
        if client.lastLink?.number == number { client.lastLink = nil }
        throw error
      }
    }
    lastLink = CompletedLink(url: url, number: number, outcome: outcome)
    return try await outcome.value()
  }

  private func goToBrowser(_ provider: Provider, _ redirectTo: URL, links: Bool) async throws -> Session {
    await ready()
    let flow = BrowserFlow(provider: provider, links: links, user: current?.user.id, settings: settings)
    guard let browser = settings.options.browser, let url = flow.startURL(settings, redirectTo: redirectTo) else {
      throw AuthError(.unimplemented, "options.browser is nil, or the server's URL is wrong", code: "unimplemented")
    }
    try await storing { try await disk.storage.set(JSONValue.object(flow.fields).text, forKey: flowKey) }
    let returned: URL
    do {
      returned = try await browser.open(url, redirectTo: redirectTo)
    } catch let error as WebAuthenticationCancelled {
      throw AuthError(.cancelled, "the user turned back", underlyingError: error)
    }
    guard let session = try await completeRedirect(returned) else { throw AuthError(.cancelled, "no answer") }
    return session
  }

  private func complete(_ url: URL) async throws -> Session? {
    let link = RedirectLink(url)
    guard link.isRedirect, let stored = try await storing({ try await disk.storage.value(forKey: flowKey) }) else {
      return nil
    }
    await ready()
    let flow = BrowserFlow(fields: (try? JSONValue(parsing: stored))?.object ?? [:])
    guard flow.accepts(link, user: current?.user.id, now: settings.clock.now()) else {
      throw AuthError(.oauthCodeInvalid, "unknown link")
    }
    try await disk.read().requireReplaceable()
    do {
      let session = try await finish(link, flow)
      try await storing { try await disk.storage.removeValue(forKey: flowKey) }
      return session
    } catch let error as AuthError {
      // After a lost answer the same link can be completed again.
      if !error.isRetryable { try await storing { try await disk.storage.removeValue(forKey: flowKey) } }
      throw error
    }
  }

  private func finish(_ link: RedirectLink, _ flow: BrowserFlow) async throws -> Session {
    if link.error == "access_denied" { throw AuthError(.cancelled, "the user turned back") }
    guard let code = link.code else {
      throw AuthError(link.reason.map(AuthError.Reason.init) ?? .unknown, "link failed")
    }
    let exchange: Fields = ["code": .string(code), "codeVerifier": .string(flow.codeVerifier)]
    if flow.links { return try await self.link(flow.provider, ["exchange": .object(exchange)]) }
    return try await openSession("ExchangeOAuthCode", exchange)
  }

  private func storing<T>(_ work: () async throws -> T) async throws -> T {
    do {
      return try await work()
    } catch {
      throw AuthError.storage(error)
    }
  }
}
