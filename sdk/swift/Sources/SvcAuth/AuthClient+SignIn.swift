import Foundation

/// What `signUp` returns.
public enum SignUpResult: Sendable, Hashable {
  /// The new user is signed in.
  case signedIn(Session)
  /// The project requires a verified email. Nobody is signed in yet: ask the user to follow the link in the email. The
  /// answer is the same when the email has an account already.
  case verifyEmail

  init(_ session: Session?) {
    self = session.map(SignUpResult.signedIn) ?? .verifyEmail
  }
}

/// Which sessions of the user `signOut` ends.
public enum SignOutScope: Sendable {
  /// The one on this device.
  case this
  /// All but the one on this device.
  case others
  /// All of them.
  case everywhere
  /// The one on this device, without telling the server.
  case local
}

extension AuthClient {
  /// Creates an account with email and password, and signs in. If the project requires a verified email, nobody is
  /// signed in yet and the result is `.verifyEmail`.
  ///
  /// - Throws: `.weakPassword` (`metadata["rule"]` says why), `.emailAlreadyExists`, `.signUpClosed`,
  ///   `.mfaEnrollmentRequired` (as in `signIn`).
  public func signUp(email: String, password: String, displayName: String? = nil) async throws -> SignUpResult {
    let request = Fields([
      "email": .string(email), "password": .string(password), "displayName": .text(displayName),
    ])
    return SignUpResult(try await open("SignUp", request))
  }

  /// Signs in with email and password. A wrong password and an unknown email give the same error.
  ///
  /// - Throws: `.invalidCredentials`, `.emailNotVerified`, `.userDisabled`, `.rateLimited` (wait for `retryAfter`),
  ///   `.mfaRequired` and `.mfaEnrollmentRequired` (a second factor is needed: give the error to `mfa.begin`).
  @discardableResult
  public func signIn(email: String, password: String) async throws -> Session {
    let deviceToken = await disk.read().deviceToken(for: email)
    let request = Fields([
      "email": .string(email), "password": .string(password), "deviceToken": .text(deviceToken),
    ])
    return try await openSession("SignIn", request)
  }

  /// Signs in with an ID token from Google's or Apple's own SDK, and creates the account at the first sign-in. Make the
  /// nonce with `Nonce()`. To sign in without their SDKs, use `signInWithBrowser`.
  ///
  /// - Throws: `.emailAlreadyExists` (sign in with one of `metadata["sign_in_methods"]`, then call `linkIDToken`),
  ///   `.oauthTokenInvalid`, `.oauthProviderDisabled`, `.providerUnavailable`, `.emailNotVerified`, `.signUpClosed`,
  ///   `.userDisabled`, and those of second factors, as in `signIn`.
  @discardableResult
  public func signInWithIDToken(_ provider: Provider, idToken: String, nonce: String? = nil) async throws -> Session {
    try await openSession("SignInWithOAuth", Self.credential(provider, idToken, nonce))
  }

  /// Signs in as a guest: a user without email and password. A device that has a guest keeps it: further calls return
  /// the same one, also offline. `linkPassword` makes the guest a permanent user with the same id.
  ///
  /// A guest who signs out cannot sign in again.
  ///
  /// - Throws: `.anonymousSignInDisabled`.
  @discardableResult
  public func signInAnonymously() async throws -> Session {
    try await shielded { client in
      try await client.withLock("\(client.settings.storageKey).guest") { client in
        if await client.disk.read().session?.user.isAnonymous == true {
          // Also offline and with an expired token it is the same guest.
          _ = try? await client.accessToken()
          if let current = client.current { return Session(current) }
        }
        return try await client.openSession("SignInAnonymously")
      }
    }
  }

  /// Turns a guest into a permanent user with the same id, or gives a user who signed in with Google or Apple a password.
  ///
  /// - Throws: `.emailAlreadyExists`, `.weakPassword`, `.notAGuest` (the user has a password),
  ///   `.reauthenticationRequired` (a permanent user who signed in more than ten minutes ago).
  @discardableResult
  public func linkPassword(email: String, password: String, displayName: String? = nil) async throws -> Session {
    let address = email.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    let request = Fields([
      "email": .string(email), "password": .string(password), "displayName": .text(displayName),
    ])
    return try await rotate(isDone: { _, before, now in !before.hasPassword && now.hasPassword && now.email == address }
    ) {
      client, attemptID, token in
      let body = request.merging(["attemptId": .string(attemptID)]) { _, new in new }
      let answer = try await client.call("LinkPassword", body, token: token)
      await client.keepDeviceToken(answer.text("deviceToken"), for: email)
      return answer
    }
  }

  /// Adds a Google or Apple account to the signed-in user, with an ID token from the provider's own SDK. A guest becomes
  /// a permanent user with the same id.
  ///
  /// - Throws: `.oauthAccountExists` (another user has this account), `ALREADY_EXISTS` (the user has another account of
  ///   this provider), `.oauthTokenInvalid`, `.oauthProviderDisabled`, `.providerUnavailable`,
  ///   `.reauthenticationRequired`.
  @discardableResult
  public func linkIDToken(_ provider: Provider, idToken: String, nonce: String? = nil) async throws -> Session {
    try await link(provider, Self.credential(provider, idToken, nonce))
  }

  /// Adds an account, unless an earlier attempt has succeeded and its answer was lost.
  func link(_ provider: Provider, _ proof: Fields) async throws -> Session {
    let has: @Sendable (User) -> Bool = { $0.identities.contains { $0.provider == provider } }
    return try await rotate(isDone: { _, before, now in !has(before) && has(now) }) { client, attemptID, token in
      let body = proof.merging(["attemptId": .string(attemptID)]) { _, new in new }
      return try await client.call("LinkOAuth", body, token: token)
    }
  }

  /// Signs out on this device, at once and also offline. If the server cannot be reached, the client tells it when the
  /// app starts the next time. With a `scope` it signs out on other devices.
  ///
  /// - Throws: only for `.others` and `.everywhere`, which need the server and change nothing without it; and `.storage`
  ///   when the session could not be removed from the device.
  public func signOut(scope: SignOutScope = .this) async throws {
    await ready()
    if scope == .others || scope == .everywhere { _ = try await callAsUser("RevokeMyOtherSessions") }
    if scope == .others { return }
    try await shielded { try await $0.close(.user, tellsServer: scope != .local) }
  }

  private static func credential(_ provider: Provider, _ idToken: String, _ nonce: String?) -> Fields {
    let credential = Fields(["provider": provider.wireName, "idToken": .string(idToken), "nonce": .text(nonce)])
    return ["credential": .object(credential)]
  }
}
