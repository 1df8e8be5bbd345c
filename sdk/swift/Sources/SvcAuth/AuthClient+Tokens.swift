import Foundation

extension AuthClient {
  /// An access token that stays valid for about a minute or longer; it is renewed first if it does not. Nil when nobody
  /// is signed in. Ask for it right before each call and do not keep it. `send` does that for you.
  ///
  /// If the renewal fails while the current token is still valid, you get the current one. No network, timeout or busy
  /// server ever signs the user out.
  ///
  /// - Parameters:
  ///   - forceRefresh: Renews the token even if it is still valid, for example after your backend changed the claims.
  ///   - minimumLifetime: How long the token must stay valid at least, in seconds. Default: about a minute.
  /// - Throws: `AuthError` when the token has expired, or `forceRefresh` is set, and it could not be renewed.
  public func accessToken(
    forceRefresh: Bool = false, minimumLifetime: TimeInterval? = nil
  ) async throws -> String? {
    if forceRefresh { flight.resume() }
    await ready()
    // Another client may have signed in, and the Keychain of a locked phone opens later. By way of the lock, which a
    // sign-out that has not been written yet holds.
    if current == nil {
      try await disk.change { stored in
        if let session = stored.session { show(session) }
        return false
      }
    }
    guard let session = current else { return nil }
    if forceRefresh || !isFresh(session, minimumLifetime.map { Int64($0 * 1000) }) {
      do {
        try await refreshOnce(used: session.accessToken)
      } catch {
        // The token may have become stale meanwhile.
        if let current { show(current) }
        if error is CancellationError || forceRefresh || lifetimes.timeLeft(session) <= 0 { throw error }
      }
    }
    return current?.accessToken
  }

  func isFresh(_ session: StoredSession, _ minimum: Int64? = nil) -> Bool {
    lifetimes.timeLeft(session) > minimum ?? min(settings.refreshMargin, session.lifetime / 5)
  }

  /// One refresh at a time, for all callers and all clients of the process.
  func refreshOnce(used: String?, because: SignedOutReason? = nil) async throws {
    if let failure = flight.pause(at: settings.clock.steady()) { throw failure }
    let outcome = flight.outcome ?? begin { try await $0.fly(used: used, because: because) }
    flight.outcome = outcome
    try await outcome.value()
  }

  private func fly(used: String?, because: SignedOutReason?) async throws {
    defer { flight.outcome = nil }
    do {
      try await withLock(settings.storageKey) { try await $0.refresh(used: used, because: because) }
      flight.succeeded()
    } catch let error as AuthError {
      flight.failed(error, at: settings.clock.steady())
      throw error
    }
  }

  /// Sends only the token that is on disk, because only that one survives a crash.
  func refresh(used: String?, because: SignedOutReason? = nil) async throws {
    let stored = await disk.read()
    try stored.requireReadable()
    guard let session = stored.session else { return show(nil, .user) }
    if session.accessToken != used && isFresh(session) { return show(session) }
    let presented = session.refreshToken
    do {
      let body: Fields = ["refreshToken": .string(presented), "attemptId": .string(session.attemptID)]
      let answer = try await call("RefreshToken", body)
      try await settle(presented, received(answer))
    } catch let error as AuthError {
      guard let reason = Self.end(error, because ?? .expired) else { throw error }
      try await settle(presented, nil, reason)
    }
  }

  /// Another access token than the one that no longer serves. Nil when the session has ended, or when another user has
  /// signed in meanwhile: nothing is repeated in their name.
  func renew(used: String, user: String?, because: SignedOutReason? = nil) async throws -> String? {
    try await refreshOnce(used: used, because: because)
    guard let next = current, next.accessToken != used, next.user.id == user else { return nil }
    return next.accessToken
  }

  /// The result of a refresh is used only if its token is still the one on disk.
  func settle(_ presented: String, _ next: StoredSession?, _ reason: SignedOutReason? = nil) async throws {
    var shown: (session: StoredSession?, reason: SignedOutReason?)?
    do {
      try await disk.change { stored in
        try stored.requireReadable()
        let isOurs = stored.session?.refreshToken == presented
        // Otherwise the user has signed out or in again, or another process was faster with the same attempt.
        shown = isOurs ? (next, reason) : (stored.session, .user)
        if isOurs { stored.session = next }
        return isOurs
      }
    } catch {
      if shown == nil { throw error }
      // Not written: the old token stays on disk, and the same attempt will be repeated.
      settings.options.onError(error)
    }
    if let shown { show(shown.session, shown.reason) }
  }

  /// The only errors that end a session. All others, including no answer, leave it unchanged.
  private static func end(_ error: AuthError, _ because: SignedOutReason) -> SignedOutReason? {
    switch error.reason {
    case .refreshTokenInvalid: because
    case .userDisabled: .disabled
    case .refreshTokenReused, .sessionRevoked: .revoked
    default: nil
    }
  }
}
