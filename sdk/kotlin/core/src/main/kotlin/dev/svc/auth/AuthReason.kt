package dev.svc.auth

/**
 * The reasons of an [AuthException] that an app usually handles. Newer servers may send more: handle a reason that you do
 * not know by [AuthException.retryable].
 */
public object AuthReason {
    /** There was no answer. */
    public const val NETWORK: String = "NETWORK"

    /** There was no answer in time. */
    public const val TIMEOUT: String = "TIMEOUT"

    /** The user closed the browser or turned back when asked for a passkey, or the client was closed. */
    public const val CANCELLED: String = "CANCELLED"

    /** The device refused to make or use a passkey; `metadata["error"]` is its word for it. */
    public const val PASSKEY_FAILED: String = "PASSKEY_FAILED"

    /** The call needs a signed-in user. */
    public const val SIGNED_OUT: String = "SIGNED_OUT"

    /** The device could not read or write the session. */
    public const val STORAGE: String = "STORAGE"

    /** The answer did not come from the server, but for example from a proxy. */
    public const val UNKNOWN: String = "UNKNOWN"

    /** Wrong email or password. */
    public const val INVALID_CREDENTIALS: String = "INVALID_CREDENTIALS"

    /** The user must follow the link in the email first. */
    public const val EMAIL_NOT_VERIFIED: String = "EMAIL_NOT_VERIFIED"

    /** Another account has this email. */
    public const val EMAIL_ALREADY_EXISTS: String = "EMAIL_ALREADY_EXISTS"

    /** The link of an email is over. */
    public const val EMAIL_TOKEN_INVALID: String = "EMAIL_TOKEN_INVALID"

    /** The code of an email is wrong, expired, used or was not requested on this device. */
    public const val EMAIL_CODE_INVALID: String = "EMAIL_CODE_INVALID"

    /** The server does not know the passkey, or did not accept it. */
    public const val PASSKEY_INVALID: String = "PASSKEY_INVALID"

    /** This device has a passkey of the account. */
    public const val PASSKEY_ALREADY_EXISTS: String = "PASSKEY_ALREADY_EXISTS"

    /** The sign-in needs a second factor: give the error to [Mfa.begin]. */
    public const val MFA_REQUIRED: String = "MFA_REQUIRED"

    /** The account needs an authenticator app first: give the error to [Mfa.begin]. */
    public const val MFA_ENROLLMENT_REQUIRED: String = "MFA_ENROLLMENT_REQUIRED"

    /** It took too long, or nothing was begun: sign in again. */
    public const val MFA_CHALLENGE_INVALID: String = "MFA_CHALLENGE_INVALID"

    /** The code of the second factor is wrong. */
    public const val MFA_CODE_INVALID: String = "MFA_CODE_INVALID"

    /** The password breaks the rule in `metadata["rule"]`. */
    public const val WEAK_PASSWORD: String = "WEAK_PASSWORD"

    /** Too many attempts: wait for [AuthException.retryAfterMs]. */
    public const val RATE_LIMITED: String = "RATE_LIMITED"

    /** The account is disabled. */
    public const val USER_DISABLED: String = "USER_DISABLED"

    /** The user must prove again who they are: pass `currentPassword`, or call [Mfa.reauthenticate]. */
    public const val REAUTHENTICATION_REQUIRED: String = "REAUTHENTICATION_REQUIRED"

    /** Another user has this Google or Apple account. */
    public const val OAUTH_ACCOUNT_EXISTS: String = "OAUTH_ACCOUNT_EXISTS"

    /** A link of a sign-in in the browser does not belong to one that began here, or is over. */
    public const val OAUTH_CODE_INVALID: String = "OAUTH_CODE_INVALID"

    /** The user would have no way to sign in. */
    public const val LAST_SIGN_IN_METHOD: String = "LAST_SIGN_IN_METHOD"

    /** The project takes no new users. */
    public const val SIGN_UP_CLOSED: String = "SIGN_UP_CLOSED"

    /** The project takes no guests. */
    public const val ANONYMOUS_SIGN_IN_DISABLED: String = "ANONYMOUS_SIGN_IN_DISABLED"

    /** The request breaks a rule; `metadata["field"]` says where. */
    public const val INVALID_REQUEST: String = "INVALID_REQUEST"

    /** There is no such thing, or not for this user. */
    public const val NOT_FOUND: String = "NOT_FOUND"

    /** The server is older than this call. */
    public const val UNIMPLEMENTED: String = "UNIMPLEMENTED"
}
