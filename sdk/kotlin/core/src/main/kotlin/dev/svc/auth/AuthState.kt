package dev.svc.auth

/**
 * Whether somebody is signed in.
 *
 * ```kotlin
 * when (val state = auth.state.value) {
 *     AuthState.Loading -> splash()
 *     is AuthState.SignedOut -> signIn(state.reason)
 *     is AuthState.SignedIn -> home(state.user)
 * }
 * ```
 */
public sealed interface AuthState {
    /** The stored session is still being read. Show a splash screen, not the sign-in screen. */
    public data object Loading : AuthState

    /** Nobody is signed in. */
    public data class SignedOut(
        /** Why; null when there was no session to begin with. */
        val reason: SignedOutReason? = null,
    ) : AuthState

    /** A user or a guest is signed in, also without a network. */
    public data class SignedIn(
        /** Who is signed in. */
        val user: User,
        /** The access token and its expiry. */
        val session: Session,
        /**
         * The access token has expired and could not be renewed yet, usually because the device is offline. The user is
         * still signed in: show what you have.
         */
        val stale: Boolean,
    ) : AuthState
}

/** Why nobody is signed in. */
public enum class SignedOutReason {
    /** The user signed out. */
    USER,

    /** The session was not used for too long, or has reached its maximum length. */
    EXPIRED,

    /** Another device, an administrator or the server ended the session. */
    REVOKED,

    /** The account is disabled. */
    DISABLED,

    /** The account was deleted. */
    DELETED,

    /** The stored session could not be read. It may come back: nothing was deleted. */
    STORAGE,
}

/** The access token and its expiry. The refresh token stays inside the client. */
public data class Session(
    /** What your backend verifies. It may have expired: [AuthClient.getAccessToken] returns one that has not. */
    val accessToken: String,
    /** When the access token expires, in milliseconds since 1970 by this device's clock. */
    val expiresAt: Long,
    /**
     * Only in what a sign-in returns: it kept an account that was to be deleted at this time (ISO 8601). Say that the
     * account stays.
     */
    val canceledDeletionTime: String? = null,
) {
    /** Without the token. */
    override fun toString(): String = "Session(expiresAt=$expiresAt)"
}

/** What `signUp` returns. */
public sealed interface SignUpResult {
    /** The new user is signed in. */
    public data class SignedIn(
        /** The access token and its expiry. */
        val session: Session,
    ) : SignUpResult

    /**
     * The project requires a verified email. Nobody is signed in yet: ask the user to follow the link in the email. The
     * answer is the same when the email has an account already.
     */
    public data object VerifyEmail : SignUpResult
}

/** Which sessions of the user `signOut` ends. */
public enum class SignOutScope {
    /** The one on this device. */
    THIS,

    /** All but the one on this device. */
    OTHERS,

    /** All of them. */
    EVERYWHERE,

    /** The one on this device, without telling the server. */
    LOCAL,
}

internal enum class AuthEvent { RESTORED, SIGNED_IN, REFRESHED, UPDATED, SIGNED_OUT }

internal fun eventOf(before: AuthState, after: AuthState): AuthEvent =
    when {
        before is AuthState.Loading -> AuthEvent.RESTORED
        after !is AuthState.SignedIn -> AuthEvent.SIGNED_OUT
        before !is AuthState.SignedIn || before.user.id != after.user.id -> AuthEvent.SIGNED_IN
        before.session.accessToken == after.session.accessToken -> AuthEvent.UPDATED
        else -> AuthEvent.REFRESHED
    }
