extension AuthError {
  /// What went wrong. A reason never changes its meaning. Newer servers may send reasons that have no constant here:
  /// decide by `isRetryable` then.
  public struct Reason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name on the wire, for example `INVALID_CREDENTIALS`.
    public let rawValue: String

    /// A reason by its name on the wire.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name on the wire.
    public var description: String { rawValue }
  }
}

// Reasons that the client itself gives.
extension AuthError.Reason {
  /// There was no answer.
  public static let network = Self(rawValue: "NETWORK")
  /// There was no answer in time.
  public static let timeout = Self(rawValue: "TIMEOUT")
  /// The user closed the browser during a sign-in, or turned back when asked for a passkey.
  public static let cancelled = Self(rawValue: "CANCELLED")
  /// The device refused to make or use a passkey; `metadata["error"]` is its word for it.
  public static let passkeyFailed = Self(rawValue: "PASSKEY_FAILED")
  /// The call needs a signed-in user.
  public static let signedOut = Self(rawValue: "SIGNED_OUT")
  /// The device could not read or write the session.
  public static let storage = Self(rawValue: "STORAGE")
  /// The answer did not come from the server, but for example from a proxy.
  public static let unknown = Self(rawValue: "UNKNOWN")
}

// Reasons of the server that an app usually handles.
extension AuthError.Reason {
  /// The email or the password is wrong.
  public static let invalidCredentials = Self(rawValue: "INVALID_CREDENTIALS")
  /// The user has to follow the link in the email first.
  public static let emailNotVerified = Self(rawValue: "EMAIL_NOT_VERIFIED")
  /// The address has an account already.
  public static let emailAlreadyExists = Self(rawValue: "EMAIL_ALREADY_EXISTS")
  /// The token of an emailed link is wrong, used or too old.
  public static let emailTokenInvalid = Self(rawValue: "EMAIL_TOKEN_INVALID")
  /// The code is wrong, expired, used or was not requested on this device: see `attemptsLeft`.
  public static let emailCodeInvalid = Self(rawValue: "EMAIL_CODE_INVALID")
  /// The project does not use email codes.
  public static let emailCodeDisabled = Self(rawValue: "EMAIL_CODE_DISABLED")
  /// The server does not know the passkey, or did not accept it.
  public static let passkeyInvalid = Self(rawValue: "PASSKEY_INVALID")
  /// The project does not use passkeys.
  public static let passkeyDisabled = Self(rawValue: "PASSKEY_DISABLED")
  /// This device has a passkey of the account.
  public static let passkeyAlreadyExists = Self(rawValue: "PASSKEY_ALREADY_EXISTS")
  /// The user has as many passkeys as a user can have.
  public static let tooManyPasskeys = Self(rawValue: "TOO_MANY_PASSKEYS")
  /// A second factor is needed: give the error to `mfa.begin`.
  public static let mfaRequired = Self(rawValue: "MFA_REQUIRED")
  /// The user has to enroll a second factor: give the error to `mfa.begin`.
  public static let mfaEnrollmentRequired = Self(rawValue: "MFA_ENROLLMENT_REQUIRED")
  /// The second step took too long, or nothing was begun: sign in again.
  public static let mfaChallengeInvalid = Self(rawValue: "MFA_CHALLENGE_INVALID")
  /// The code of the authenticator app or the recovery code is wrong: see `attemptsLeft`.
  public static let mfaCodeInvalid = Self(rawValue: "MFA_CODE_INVALID")
  /// The project does not use second factors.
  public static let mfaDisabled = Self(rawValue: "MFA_DISABLED")
  /// The password is too weak: `metadata` has `rule` and `min_length`.
  public static let weakPassword = Self(rawValue: "WEAK_PASSWORD")
  /// Too many attempts: wait for `retryAfter`.
  public static let rateLimited = Self(rawValue: "RATE_LIMITED")
  /// The account is disabled.
  public static let userDisabled = Self(rawValue: "USER_DISABLED")
  /// The user has to prove again who they are.
  public static let reauthenticationRequired = Self(rawValue: "REAUTHENTICATION_REQUIRED")
  /// The user is no guest.
  public static let notAGuest = Self(rawValue: "NOT_A_GUEST")
  /// Another user has this Google or Apple account.
  public static let oauthAccountExists = Self(rawValue: "OAUTH_ACCOUNT_EXISTS")
  /// The ID token was not accepted.
  public static let oauthTokenInvalid = Self(rawValue: "OAUTH_TOKEN_INVALID")
  /// The link from the browser is unknown, used or too old.
  public static let oauthCodeInvalid = Self(rawValue: "OAUTH_CODE_INVALID")
  /// The project does not use this provider.
  public static let oauthProviderDisabled = Self(rawValue: "OAUTH_PROVIDER_DISABLED")
  /// Google or Apple cannot be reached.
  public static let providerUnavailable = Self(rawValue: "PROVIDER_UNAVAILABLE")
  /// The user could not sign in any more.
  public static let lastSignInMethod = Self(rawValue: "LAST_SIGN_IN_METHOD")
  /// The project takes no new users.
  public static let signUpClosed = Self(rawValue: "SIGN_UP_CLOSED")
  /// The project has no guests.
  public static let anonymousSignInDisabled = Self(rawValue: "ANONYMOUS_SIGN_IN_DISABLED")
  /// The refresh token is wrong or too old. The session has ended.
  public static let refreshTokenInvalid = Self(rawValue: "REFRESH_TOKEN_INVALID")
  /// The refresh token was used twice. The session has ended.
  public static let refreshTokenReused = Self(rawValue: "REFRESH_TOKEN_REUSED")
  /// The access token is wrong or too old.
  public static let accessTokenInvalid = Self(rawValue: "ACCESS_TOKEN_INVALID")
  /// The session has ended.
  public static let sessionRevoked = Self(rawValue: "SESSION_REVOKED")
  /// The server does not know the publishable key.
  public static let apiKeyInvalid = Self(rawValue: "API_KEY_INVALID")
  /// A field is wrong: `metadata["field"]` says which.
  public static let invalidRequest = Self(rawValue: "INVALID_REQUEST")
  /// There is no such thing.
  public static let notFound = Self(rawValue: "NOT_FOUND")
  /// The project does not use billing.
  public static let billingDisabled = Self(rawValue: "BILLING_DISABLED")
  /// The server is busy.
  public static let overloaded = Self(rawValue: "OVERLOADED")
  /// The server is older than this method.
  public static let unimplemented = Self(rawValue: "UNIMPLEMENTED")
  /// The server has failed.
  public static let `internal` = Self(rawValue: "INTERNAL")

  /// The client tries such a sign-in once more with a new attempt.
  static let attemptInvalid = Self(rawValue: "ATTEMPT_INVALID")
}
