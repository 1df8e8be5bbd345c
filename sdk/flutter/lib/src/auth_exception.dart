/// The reasons of an [AuthException] that an app usually handles. Newer servers may send more: handle a reason that you
/// do not know by [AuthException.retryable].
abstract final class AuthReason {
  /// There was no answer.
  static const network = 'NETWORK';

  /// There was no answer in time.
  static const timeout = 'TIMEOUT';

  /// The user closed the browser during a sign-in, or turned back when asked for a passkey.
  static const cancelled = 'CANCELLED';

  /// The device refused to make or use a passkey; `metadata['error']` is its word for it.
  static const passkeyFailed = 'PASSKEY_FAILED';

  /// The call needs a signed-in user.
  static const signedOut = 'SIGNED_OUT';

  /// The device could not read or write the session.
  static const storage = 'STORAGE';

  /// The answer did not come from the server, but for example from a proxy.
  static const unknown = 'UNKNOWN';

  /// Email or password is wrong.
  static const invalidCredentials = 'INVALID_CREDENTIALS';

  /// The user must follow the link in the email first.
  static const emailNotVerified = 'EMAIL_NOT_VERIFIED';

  /// Another account has this email.
  static const emailAlreadyExists = 'EMAIL_ALREADY_EXISTS';

  /// The link of an email is over.
  static const emailTokenInvalid = 'EMAIL_TOKEN_INVALID';

  /// The code of an email is wrong, used or over, or was requested on another device.
  static const emailCodeInvalid = 'EMAIL_CODE_INVALID';

  /// The project does not use codes by email.
  static const emailCodeDisabled = 'EMAIL_CODE_DISABLED';

  /// The server does not know the passkey, or did not accept it.
  static const passkeyInvalid = 'PASSKEY_INVALID';

  /// The project does not use passkeys.
  static const passkeyDisabled = 'PASSKEY_DISABLED';

  /// This device has a passkey of the account already.
  static const passkeyAlreadyExists = 'PASSKEY_ALREADY_EXISTS';

  /// A user cannot have more passkeys.
  static const tooManyPasskeys = 'TOO_MANY_PASSKEYS';

  /// The sign-in needs a second factor: give the exception to `mfa.begin`.
  static const mfaRequired = 'MFA_REQUIRED';

  /// The account needs an authenticator app first: give the exception to `mfa.begin`.
  static const mfaEnrollmentRequired = 'MFA_ENROLLMENT_REQUIRED';

  /// The second factor took too long, or nothing was begun: sign in again.
  static const mfaChallengeInvalid = 'MFA_CHALLENGE_INVALID';

  /// The code of the authenticator app or the recovery code is wrong.
  static const mfaCodeInvalid = 'MFA_CODE_INVALID';

  /// The project does not use second factors.
  static const mfaDisabled = 'MFA_DISABLED';

  /// `metadata['rule']` says which rule the password breaks.
  static const weakPassword = 'WEAK_PASSWORD';

  /// Too many attempts: wait for [AuthException.retryAfter].
  static const rateLimited = 'RATE_LIMITED';

  /// The account is disabled.
  static const userDisabled = 'USER_DISABLED';

  /// The call needs the current password, or a sign-in during the last ten minutes.
  static const reauthenticationRequired = 'REAUTHENTICATION_REQUIRED';

  /// The user has a password already.
  static const notAGuest = 'NOT_A_GUEST';

  /// Another user has this Google or Apple account.
  static const oauthAccountExists = 'OAUTH_ACCOUNT_EXISTS';

  /// The ID token was not accepted.
  static const oauthTokenInvalid = 'OAUTH_TOKEN_INVALID';

  /// The link that came back from the browser was not accepted.
  static const oauthCodeInvalid = 'OAUTH_CODE_INVALID';

  /// The project does not use this provider.
  static const oauthProviderDisabled = 'OAUTH_PROVIDER_DISABLED';

  /// Google or Apple does not answer.
  static const providerUnavailable = 'PROVIDER_UNAVAILABLE';

  /// The user could not sign in any more.
  static const lastSignInMethod = 'LAST_SIGN_IN_METHOD';

  /// The project accepts no new users.
  static const signUpClosed = 'SIGN_UP_CLOSED';

  /// The project accepts no guests.
  static const anonymousSignInDisabled = 'ANONYMOUS_SIGN_IN_DISABLED';

  /// The session has ended.
  static const sessionRevoked = 'SESSION_REVOKED';

  /// The publishable key is wrong.
  static const apiKeyInvalid = 'API_KEY_INVALID';

  /// A field of the request is wrong; `metadata['field']` says which.
  static const invalidRequest = 'INVALID_REQUEST';

  /// What the call is about does not exist.
  static const notFound = 'NOT_FOUND';

  /// The project sells nothing.
  static const billingDisabled = 'BILLING_DISABLED';

  /// The server is busy.
  static const overloaded = 'OVERLOADED';

  /// The server is older than the method.
  static const unimplemented = 'UNIMPLEMENTED';

  /// The server failed.
  static const internal = 'INTERNAL';
}

/// The exception of every failed call. Decide by [reason]; [message] is English text for developers and may change.
///
/// ```dart
/// try {
///   await auth.signInWithPassword(email: email, password: password);
/// } on AuthException catch (error) {
///   if (error.reason == AuthReason.invalidCredentials) {
///     show('Email or password is wrong.');
///   } else if (error.retryable) {
///     show('No connection. Try again.');
///   } else {
///     rethrow;
///   }
/// }
/// ```
class AuthException implements Exception {
  /// Creates an exception. Adapters and tests do it; the client does it for every failed call.
  const AuthException(
    this.reason,
    this.message, {
    this.code = 'unknown',
    this.status = 0,
    this.retryable = false,
    this.retryAfter,
    this.requestId,
    this.metadata = const {},
    this.cause,
  });

  /// What went wrong, for example [AuthReason.invalidCredentials]. A reason never changes its meaning.
  final String reason;

  /// English text for developers.
  final String message;

  /// The gRPC status in Connect's spelling, for example `unauthenticated`. It groups reasons.
  final String code;

  /// The HTTP status; 0 when there was no answer.
  final int status;

  /// Whether the same call may succeed later: no network, a server that is down or busy, too many attempts.
  final bool retryable;

  /// How long the server asks to wait before the next attempt, if it says so.
  final Duration? retryAfter;

  /// The id of the call in the server's log. Show it in bug reports.
  final String? requestId;

  /// More about this failure, for example `rule` and `min_length` of [AuthReason.weakPassword].
  final Map<String, String> metadata;

  /// The error below this one, for example what the transport threw. It is not in [toString].
  final Object? cause;

  /// Only of [AuthReason.emailCodeInvalid] and [AuthReason.mfaCodeInvalid]: how often a code can still be tried. At 0,
  /// request another code, or sign in again.
  int? get attemptsLeft =>
      int.tryParse(metadata['attempts_left'] ?? '') ?? (reason == AuthReason.emailCodeInvalid ? 0 : null);

  @override
  String toString() => 'AuthException($reason): $message';
}
