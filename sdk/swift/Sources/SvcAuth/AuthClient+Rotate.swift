/// Whether an earlier call, whose answer was lost, has done it already: by the user before and after the refresh.
typealias IsDone = @Sendable (isolated AuthClient, _ before: User, _ now: User) -> Bool

/// Sends a call that uses up the refresh token.
typealias RotatingCall = @Sendable (isolated AuthClient, _ attemptID: String, _ token: String) async throws -> Fields

extension AuthClient {
  /// A call that uses up the refresh token as a refresh does. The token on disk is renewed first: if a refresh whose
  /// answer was lost were still open, the server would take its later repetition for theft. If the renewed one cannot be
  /// written, nothing else is sent, for the same reason. When this call's own answer is lost, the next refresh brings
  /// what it has changed; `isDone` then finds that nothing is left to do. After a refusal that says when to come again
  /// nothing has changed, and the token need not be renewed once more.
  func rotate(isDone: @escaping IsDone, _ send: @escaping RotatingCall) async throws -> Session {
    try await shielded { client in
      try await client.withLock(client.settings.storageKey) { try await $0.rotateLocked(isDone, send) }
    }
  }

  private func rotateLocked(_ isDone: IsDone, _ send: RotatingCall) async throws -> Session {
    let before = await disk.read().session
    let isRenewed = before.map { $0.attemptID == renewedAttempt && isFresh($0) } ?? false
    if !isRenewed { try await refresh(used: before?.accessToken) }
    let stored = await disk.read()
    try stored.requireReadable()
    if let session = stored.session {
      guard let before, isRenewed || session.attemptID != before.attemptID else { throw AuthError.storage() }
      if !isDone(self, before.user, session.user) {
        let answer: Fields
        do {
          answer = try await send(self, session.attemptID, session.accessToken)
        } catch let error as AuthError {
          if error.retryAfter != nil { renewedAttempt = session.attemptID }
          throw error
        }
        try await settle(session.refreshToken, received(answer))
      }
    }
    guard let current else { throw AuthError.signedOut() }
    return Session(current)
  }
}
