import Foundation

/// Signs in with passkeys, if the project allows it: `projectConfig()` says so.
///
/// A method that asks the user throws `.cancelled` when the user turns back, when the time is over, or when another one was
/// called meanwhile; and `.passkeyFailed` when the device refuses. Its `metadata["error"]` is the device's word for it. Call
/// it again after a retryable error. A sign-up with an email and `link` then do not ask the user again, also after a restart
/// of the app: there is one account and one passkey. A sign-in asks again.
public struct Passkeys: Sendable {
  let client: AuthClient

  /// Whether this device can use passkeys at all.
  public var isAvailable: Bool { client.settings.options.passkeys?.isAvailable ?? false }

  /// Signs in with a passkey that the user chooses.
  ///
  /// - Throws: `.cancelled`, `.passkeyFailed`, `.passkeyInvalid` (the server does not know the passkey, or did not accept
  ///   it), `.passkeyDisabled`, `.emailNotVerified`, `.userDisabled`.
  @discardableResult
  public func signIn() async throws -> Session {
    try await client.signInWithPasskey()
  }

  /// Creates an account with a passkey, and signs in. If the project requires a verified email, nobody is signed in yet
  /// and the result is `.verifyEmail`.
  ///
  /// - Parameters:
  ///   - email: The new user's address. Without one, an account whose passkeys are lost cannot be recovered.
  ///   - displayName: The name to show, also in the device's list of passkeys.
  ///   - passkeyName: What the user calls the passkey. Default: the product that keeps it, such as `iCloud Keychain`.
  /// - Throws: `.cancelled`, `.passkeyFailed`, `.emailAlreadyExists`, `.signUpClosed`, `.passkeyDisabled`,
  ///   `.passkeyInvalid`.
  public func signUp(
    email: String? = nil, displayName: String? = nil, passkeyName: String? = nil
  ) async throws -> SignUpResult {
    let input = Fields(["email": .text(email), "displayName": .text(displayName), "passkeyName": .text(passkeyName)])
    return SignUpResult(try await client.signUpWithPasskey(input))
  }

  /// Adds a passkey to the signed-in user. A guest becomes a permanent user with the same id.
  ///
  /// - Throws: `.cancelled`, `.passkeyFailed`, `.passkeyAlreadyExists` (this device has one of the account),
  ///   `.tooManyPasskeys`, `.reauthenticationRequired` (a permanent user who signed in more than ten minutes ago),
  ///   `.passkeyDisabled`, `.passkeyInvalid`.
  @discardableResult
  public func link(passkeyName: String? = nil) async throws -> Session {
    try await client.linkPasskey(Fields(["passkeyName": .text(passkeyName)]))
  }

  /// Lists the user's passkeys, the newest first. The device then no longer offers those that are removed.
  public func list() async throws -> [Passkey] {
    try await client.listPasskeys()
  }

  /// Renames a passkey.
  ///
  /// - Throws: `.notFound`, `.invalidRequest` (a name has 1 to 100 characters), `.reauthenticationRequired` (the sign-in is
  ///   older than ten minutes).
  @discardableResult
  public func rename(id: String, to name: String) async throws -> Passkey {
    let request: Fields = ["passkeyId": .string(id), "name": .string(name)]
    return Passkey(fields: try await client.callAsUser(Self.service("UpdateMyPasskey"), request).object("passkey"))
  }

  /// Removes a passkey and ends the sessions that were opened with it, perhaps this one. Needs `currentPassword`, unless
  /// the user signed in during the last ten minutes.
  ///
  /// - Throws: `.lastSignInMethod`, `.reauthenticationRequired`, `.invalidCredentials` (wrong current password),
  ///   `.notFound`.
  public func remove(id: String, currentPassword: String? = nil) async throws {
    try await client.removePasskey(id, currentPassword)
  }

  static func service(_ method: String) -> String { "auth.v1.PasskeyService/\(method)" }
}

/// A passkey of the signed-in user.
public struct Passkey: Sendable, Hashable, Identifiable {
  let fields: Fields

  /// The id, for `rename` and `remove`.
  public var id: String { fields.string("id") }
  /// What the user calls it.
  public var name: String { fields.string("name") }
  /// The id that the device knows.
  public var credentialID: String { fields.string("credentialId") }
  /// Whether it is on other devices of the user too.
  public var isBackedUp: Bool { fields.bool("backedUp") }
  /// When it was made.
  public var createdAt: Date? { fields.date("createdAt") }
  /// When it last signed in; nil before the first time.
  public var lastUsedAt: Date? { fields.date("lastUsedAt") }
  /// The domain that it belongs to.
  public var domain: String { fields.string("rpId") }
}

extension AuthClient {
  /// Sign-in with passkeys.
  public nonisolated var passkeys: Passkeys { Passkeys(client: self) }
}
