package dev.svc.auth

/**
 * The error of every failed call. Decide by [reason]; the message is English text for developers and may change.
 *
 * It never holds a token, a password or a code, so it can be logged.
 */
public class AuthException(
    /** What went wrong, one of [AuthReason] or a newer one of the server. A reason never changes its meaning. */
    public val reason: String,
    message: String,
    /** The gRPC status in Connect's spelling, for example `unauthenticated`. It groups reasons. */
    public val code: String = "unknown",
    /** The HTTP status; 0 when there was no answer. */
    public val status: Int = 0,
    /** Whether the same call may succeed later: no network, a server that is down or busy, too many attempts. */
    public val retryable: Boolean = false,
    /** How long the server asks to wait before the next attempt, in milliseconds, if it says so. */
    public val retryAfterMs: Long? = null,
    /** The id of the call in the server's log. Show it in bug reports. */
    public val requestId: String? = null,
    /** More about this failure, for example `rule` and `min_length` of `WEAK_PASSWORD`. */
    public val metadata: Map<String, String> = emptyMap(),
    /**
     * Only of `EMAIL_CODE_INVALID` and `MFA_CODE_INVALID`: how often a code can still be tried. At 0, request another code,
     * or sign in again.
     */
    public val attemptsLeft: Int? = null,
    cause: Throwable? = null,
) : Exception(message, cause) {
    /** For [Mfa]. A challenge is a secret: nothing prints it. */
    internal var details: List<Any?> = emptyList()

    /** The reason and what helps to find the call in a log. */
    override fun toString(): String {
        val id = if (requestId == null) "" else ", requestId=$requestId"
        return "AuthException(reason=$reason, status=$status$id): $message"
    }

    internal fun withAttemptsLeft(attemptsLeft: Int): AuthException =
        AuthException(reason, message.orEmpty(), code, status, retryable, retryAfterMs, requestId, metadata, attemptsLeft, cause)
            .also { it.details = details }
}

internal fun signedOut(): AuthException = AuthException(AuthReason.SIGNED_OUT, "signed out", code = "unauthenticated")

internal fun storageFailed(cause: Throwable? = null): AuthException =
    AuthException(AuthReason.STORAGE, "storage failed", retryable = true, cause = cause)

internal fun noAnswer(): AuthException = AuthException(AuthReason.UNKNOWN, "no answer", retryable = true)
