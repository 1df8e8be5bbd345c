extension AuthClient {
  /// The session of an answer. The lifetime of its access token is counted from now.
  func received(_ answer: Fields) throws -> StoredSession {
    guard let accessToken = answer.text("accessToken"), let refreshToken = answer.text("refreshToken"),
      let user = answer["user"]?.object
    else { throw AuthError.noAnswer() }
    lifetimes.begin(accessToken)
    return StoredSession(
      user: User(answer: user), accessToken: accessToken, refreshToken: refreshToken,
      attemptID: settings.newAttemptID(), receivedAt: settings.clock.now(), lifetime: answer.int("expiresIn") * 1000)
  }

  /// Calls a method that opens a session, then stores and shows the session; nil when the email must be verified first.
  /// The attempt id is on disk before the call, and stays there until there is an answer: after a lost answer the next
  /// call gets the same session.
  func open(_ method: String, _ request: Fields = [:]) async throws -> Session? {
    try await shielded { client in
      do {
        return try await client.openOnce(method, request, isNew: false)
      } catch let error as AuthError where error.reason == .attemptInvalid {
        // The server has forgotten the attempt, or it was another request.
        return try await client.openOnce(method, request, isNew: true)
      }
    }
  }

  /// The same for a method that always opens a session.
  func openSession(_ method: String, _ request: Fields = [:]) async throws -> Session {
    guard let session = try await open(method, request) else { throw AuthError.noAnswer() }
    return session
  }

  private func openOnce(_ method: String, _ request: Fields, isNew: Bool) async throws -> Session? {
    var attemptID = ""
    try await disk.change { stored in
      if !isNew { try stored.requireReplaceable() }
      attemptID = (isNew ? nil : stored.attempt) ?? settings.newAttemptID()
      stored.attempt = attemptID
      return true
    }
    let answer = try await call(method, request.merging(["attemptId": .string(attemptID)]) { _, new in new })
    return try await keep(method.contains("SignUp") ? answer["tokens"]?.object : answer, attemptID)
  }

  /// Stores and shows the session of an answer.
  private func keep(_ answer: Fields?, _ attemptID: String) async throws -> Session? {
    var session = try answer.map(received)
    try await disk.change { stored in
      try stored.requireReplaceable()
      let last = stored.session
      if stored.attempt == attemptID || last?.user.id != session?.user.id {
        stored.session = session ?? last
        stored.attempt = nil
        stored.passkey = nil
        stored.keepDeviceToken(answer?.text("deviceToken"), for: session?.user.email)
        return true
      }
      // Another process was faster with the same attempt, and may have used the token since.
      session = last
      return false
    }
    guard let session else { return nil }
    show(session)
    return Session(session, canceledDeletionTime: answer?.date("canceledDeletionTime"))
  }

  /// Signs out on this device at once. With `tellsServer` the session is then ended on the server too. If that fails, it
  /// is tried again at the next start of the app.
  func close(_ reason: SignedOutReason, tellsServer: Bool = false) async throws {
    let last = current
    var toEnd: [String]?
    show(nil, reason)
    defer {
      // Again, because a refresh that was written before this change may have shown its session meanwhile.
      show(nil, reason)
      endOnServer(toEnd ?? [])
    }
    try await disk.change { stored in
      let ended = stored.ended ?? []
      let session = stored.session ?? last
      toEnd = ended + (tellsServer ? [session?.refreshToken].compactMap { $0 } : [])
      stored.session = nil
      stored.emailCode = nil
      stored.passkey = nil
      stored.ended = toEnd
      return true
    }
  }

  /// Shows and stores the user that the server returned, unless another user is signed in by now.
  @discardableResult
  func keepUser(_ answer: Fields) -> User {
    let user = User(answer: answer.object("user"))
    guard var session = current, session.user.id == user.id else { return user }
    session.user = user
    show(session)
    Task {
      do {
        try await disk.change { stored in
          guard var session = stored.session, session.user.id == user.id else { return false }
          session.user = user
          stored.session = session
          return true
        }
      } catch {
        settings.options.onError(error)
      }
    }
    return user
  }

  /// Signs these refresh tokens out on the server and then removes them from `ended`. Best effort: those that remain are
  /// sent again at the next start.
  func endOnServer(_ tokens: [String]) {
    for token in tokens {
      Task {
        do {
          _ = try await call("SignOut", ["refreshToken": .string(token)])
          try await disk.change { stored in
            guard let ended = stored.ended else { return false }
            stored.ended = ended.filter { $0 != token }
            return true
          }
        } catch {
          if (error as? AuthError)?.isRetryable != true { settings.options.onError(error) }
        }
      }
    }
  }
}
