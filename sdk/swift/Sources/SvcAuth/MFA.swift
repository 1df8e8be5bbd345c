import Foundation

/// Second factors: codes of an authenticator app, recovery codes, and passkeys, which are both factors in one.
/// `projectConfig().mfaPolicy` says who needs one.
///
/// Any sign-in may fail with `.mfaRequired`: give its error to `begin`, ask for a code, and call `completeSignIn`; or with
/// `.mfaEnrollmentRequired`: then `startRequiredEnrollment` and `confirmTOTPEnrollment` follow. What is between is in
/// memory only: after a restart of the app the user signs in again.
public struct MFA: Sendable {
  let client: AuthClient

  /// Takes the error of a failed sign-in. When the sign-in needs a second factor, it returns what to show next, and `step`
  /// returns the same. Nil for all other errors.
  @discardableResult
  public func begin(_ error: any Error) async -> MFAStep? {
    await client.beginStep(error)
  }

  /// Opens the session of the sign-in that `begin` took, with the second factor. Call it again after a retryable error:
  /// there is one session. Without a proof it only repeats what `confirmTOTPEnrollment` could not finish.
  ///
  /// - Throws: `.mfaCodeInvalid` (`attemptsLeft` says how often a code can still be tried), `.mfaChallengeInvalid` (it took
  ///   too long, or nothing was begun: sign in again), `.rateLimited` (too many wrong codes: offer another factor),
  ///   `.passkeyInvalid`, `.cancelled`, `.userDisabled`, `.emailNotVerified`.
  @discardableResult
  public func completeSignIn(_ proof: SecondFactorProof? = nil) async throws -> Session {
    try await client.completeSignIn(proof)
  }

  /// Forgets the step: the user turned back, or has kept the recovery codes. Nothing is changed on the server.
  public func cancel() async { await client.hold(nil) }

  /// What to show next, or nil when there is nothing.
  public var step: MFAStep? { client.mfaStepView.value }

  /// What `step` returns, now and whenever it changes.
  public var steps: AsyncStream<MFAStep?> { client.mfaStepView.stream() }

  /// Begins to enroll an authenticator app in a sign-in that needs one. Again it returns the same secret, and mails the
  /// code again where one is needed.
  ///
  /// - Throws: `.mfaChallengeInvalid` (it took too long, or nothing was begun: sign in again).
  @discardableResult
  public func startRequiredEnrollment() async throws -> TOTPEnrollment {
    try await client.startRequiredEnrollment()
  }

  /// Begins to enroll an authenticator app for the signed-in user. It replaces the one that the user has, once it is
  /// confirmed. A user who has none and a verified email gets a code by email: `needsEmailCode` says so.
  ///
  /// - Throws: `.reauthenticationRequired` (call `reauthenticate`), `.mfaDisabled`.
  @discardableResult
  public func startTOTPEnrollment() async throws -> TOTPEnrollment {
    try await client.startEnrollment()
  }

  /// Enrolls the authenticator app with a code that it shows, and ends the user's other sessions. In a sign-in it then
  /// opens the session; when the answer to that is lost, call `completeSignIn()`. After a lost answer the app may be
  /// enrolled: sign in with its code, and replace the recovery codes.
  ///
  /// - Throws: `.mfaCodeInvalid` (the code of the app), `.emailCodeInvalid` (the code of the email), both with
  ///   `attemptsLeft`; `.mfaChallengeInvalid` (it took too long, or nothing was started: begin again), `.sessionRevoked`.
  public func confirmTOTPEnrollment(totpCode: String, emailCode: String? = nil) async throws -> RecoveryCodes {
    try await client.confirmEnrollment(totpCode, emailCode)
  }

  /// Proves again who the user is. For ten minutes afterwards the methods work that failed with
  /// `.reauthenticationRequired`, and where the project uses second factors your backend sees it in `auth_time` and `amr`
  /// of the access token. The session stays the same.
  ///
  /// - Throws: `.invalidCredentials` (wrong password), `.mfaCodeInvalid`, `.emailCodeInvalid`, `.passkeyInvalid`,
  ///   `.cancelled`, `.rateLimited`.
  @discardableResult
  public func reauthenticate(_ proof: Proof) async throws -> Session {
    try await client.reauthenticate(proof)
  }

  /// Fetches the second factors of the signed-in user.
  ///
  /// - Throws: `.mfaDisabled` (the project does not use them, or the user is a guest).
  public func factors() async throws -> UserFactors {
    UserFactors(fields: try await client.callAsUser(MFA.service("GetMyFactors")).object("factors"))
  }

  /// Removes the authenticator app and the recovery codes, and ends the user's other sessions.
  ///
  /// - Throws: `.reauthenticationRequired` (call `reauthenticate` with a code or a passkey), `.notFound` (none is
  ///   enrolled).
  public func removeTOTP() async throws {
    _ = try await client.callAsUser(MFA.service("RemoveTotp"))
  }

  /// Replaces all recovery codes by ten new ones, and ends the user's other sessions.
  ///
  /// - Throws: `.reauthenticationRequired` (call `reauthenticate` with a code or a passkey), `.notFound` (no authenticator
  ///   app is enrolled).
  public func regenerateRecoveryCodes() async throws -> RecoveryCodes {
    RecoveryCodes(codes: try await client.callAsUser(MFA.service("RegenerateRecoveryCodes")).strings("recoveryCodes"))
  }

  static func service(_ method: String) -> String { "auth.v1.MfaService/\(method)" }
}

/// What `completeSignIn` takes.
public enum SecondFactorProof: Sendable {
  /// Six digits of the authenticator app.
  case totpCode(String)
  /// One of the recovery codes. Spaces, hyphens and case do not matter.
  case recoveryCode(String)
  /// A passkey, for which the user is asked.
  case passkey
}

/// What `reauthenticate` takes.
public enum Proof: Sendable {
  /// The current password.
  case password(String)
  /// Six digits of the authenticator app.
  case totpCode(String)
  /// A passkey, for which the user is asked.
  case passkey
  /// The code that `emailCodes.request` sent to the user's address, as the user typed it.
  case emailCode(String)
}

/// The second factors of a user.
public struct UserFactors: Sendable, Hashable {
  let fields: Fields

  /// When an authenticator app was enrolled; nil when there is none.
  public var totpEnrolledAt: Date? { fields.date("totpEnrolledAt") }
  /// When its code was last used.
  public var totpLastUsedAt: Date? { fields.date("totpLastUsedAt") }
  /// How many recovery codes were not used yet.
  public var recoveryCodesLeft: Int { Int(fields.int("recoveryCodesLeft")) }
  /// How many passkeys the user has.
  public var passkeys: Int { Int(fields.int("passkeys")) }
  /// Whether the user needs a second factor.
  public var isRequired: Bool { fields.bool("required") }
}

extension AuthClient {
  /// Second factors.
  public nonisolated var mfa: MFA { MFA(client: self) }
}
