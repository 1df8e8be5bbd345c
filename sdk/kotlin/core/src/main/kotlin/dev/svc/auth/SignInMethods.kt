package dev.svc.auth

/** How users sign in and out. [AuthClient] has these methods. */
public interface SignInMethods {
    /**
     * Creates an account with email and password, and signs in. If the project requires a verified email, nobody is signed
     * in yet and the result is [SignUpResult.VerifyEmail].
     *
     * @throws AuthException `WEAK_PASSWORD` (`metadata["rule"]` says why), `EMAIL_ALREADY_EXISTS`, `SIGN_UP_CLOSED`,
     *   `MFA_ENROLLMENT_REQUIRED` (as in [signInWithPassword]).
     */
    public suspend fun signUp(email: String, password: String, displayName: String? = null): SignUpResult

    /**
     * Signs in with email and password. A wrong password and an unknown email give the same error.
     *
     * @throws AuthException `INVALID_CREDENTIALS`, `EMAIL_NOT_VERIFIED`, `USER_DISABLED`, `RATE_LIMITED` (wait for
     *   `retryAfterMs`), `MFA_REQUIRED` and `MFA_ENROLLMENT_REQUIRED` (a second factor is needed: give the error to
     *   [Mfa.begin]).
     */
    public suspend fun signInWithPassword(email: String, password: String): Session

    /**
     * Signs in with an ID token from Google's or Apple's own SDK, and creates the account at the first sign-in. To sign in
     * without their SDKs, use [BrowserSignIn].
     *
     * @param nonce what [BrowserSignIn.createNonce] gave, if the provider's SDK took its hash.
     * @param authorizationCode Apple's authorization code, if the app got one.
     * @param displayName the name that Apple tells the app once.
     * @throws AuthException `EMAIL_ALREADY_EXISTS` (sign in with one of `metadata["sign_in_methods"]`, then call
     *   [linkIdToken]), `OAUTH_TOKEN_INVALID`, `OAUTH_PROVIDER_DISABLED`, `PROVIDER_UNAVAILABLE`, `EMAIL_NOT_VERIFIED`,
     *   `SIGN_UP_CLOSED`, `USER_DISABLED`, and those of second factors, as in [signInWithPassword].
     */
    public suspend fun signInWithIdToken(
        provider: Provider,
        idToken: String,
        nonce: String? = null,
        authorizationCode: String? = null,
        displayName: String? = null,
    ): Session

    /**
     * Signs in as a guest: a user without email and password. A device that has a guest keeps it: further calls return the
     * same one, also offline. [linkPassword] makes the guest a permanent user with the same id.
     *
     * A guest who signs out cannot sign in again.
     *
     * @throws AuthException `ANONYMOUS_SIGN_IN_DISABLED`.
     */
    public suspend fun signInAnonymously(): Session

    /**
     * Turns a guest into a permanent user with the same id, or gives a user who signed in with Google or Apple a password.
     *
     * @throws AuthException `EMAIL_ALREADY_EXISTS`, `WEAK_PASSWORD`, `NOT_A_GUEST` (the user has a password),
     *   `REAUTHENTICATION_REQUIRED` (a permanent user who signed in more than ten minutes ago).
     */
    public suspend fun linkPassword(email: String, password: String, displayName: String? = null): Session

    /**
     * Adds a Google or Apple account to the signed-in user, with an ID token from the provider's own SDK. A guest becomes a
     * permanent user with the same id.
     *
     * @throws AuthException `OAUTH_ACCOUNT_EXISTS` (another user has this account), `ALREADY_EXISTS` (the user has another
     *   account of this provider), `OAUTH_TOKEN_INVALID`, `OAUTH_PROVIDER_DISABLED`, `PROVIDER_UNAVAILABLE`,
     *   `REAUTHENTICATION_REQUIRED`.
     */
    public suspend fun linkIdToken(
        provider: Provider,
        idToken: String,
        nonce: String? = null,
        authorizationCode: String? = null,
        displayName: String? = null,
    ): Session

    /**
     * Signs out on this device, at once and also offline. If the server cannot be reached, the client tells it when the app
     * starts the next time. With another [scope] it signs out on other devices.
     *
     * @throws AuthException only for `OTHERS` and `EVERYWHERE`, which need the server and change nothing without it; and
     *   `STORAGE` when the session could not be removed from the device.
     */
    public suspend fun signOut(scope: SignOutScope = SignOutScope.THIS)
}

internal class SignInCalls(private val caller: Caller) : SignInMethods {
    private val keeper = caller.keeper

    override suspend fun signUp(email: String, password: String, displayName: String?): SignUpResult =
        caller.run {
            val request = jsonOf("email" to email, "password" to password, "displayName" to displayName)
            resultOf(keeper.openUnlessUnverified("SignUp", request))
        }

    override suspend fun signInWithPassword(email: String, password: String): Session =
        caller.run {
            val deviceToken = keeper.disk.read().deviceTokenOf(email)
            keeper.open("SignIn", jsonOf("email" to email, "password" to password, "deviceToken" to deviceToken))
        }

    override suspend fun signInWithIdToken(
        provider: Provider,
        idToken: String,
        nonce: String?,
        authorizationCode: String?,
        displayName: String?,
    ): Session =
        caller.run {
            val credential = credentialOf(provider, idToken, nonce, authorizationCode, displayName)
            keeper.open("SignInWithOAuth", jsonOf("credential" to credential))
        }

    override suspend fun signInAnonymously(): Session =
        caller.run {
            withSharedLock("${caller.storageKey}.guest") { guestOnDevice() ?: keeper.open("SignInAnonymously") }
        }

    override suspend fun linkPassword(email: String, password: String, displayName: String?): Session =
        caller.run {
            val request = jsonOf("email" to email, "password" to password, "displayName" to displayName)
            val plain = email.trim().lowercase()
            keeper.rotate({ before, now -> !before.hasPassword && now.hasPassword && now.email == plain }) { attemptId, token ->
                val answer = caller.call("LinkPassword", request + ("attemptId" to attemptId), token)
                keeper.disk.keepDeviceToken(email, answer.text("deviceToken"))
                answer
            }
        }

    override suspend fun linkIdToken(
        provider: Provider,
        idToken: String,
        nonce: String?,
        authorizationCode: String?,
        displayName: String?,
    ): Session =
        caller.run {
            val credential = credentialOf(provider, idToken, nonce, authorizationCode, displayName)
            keeper.rotate(isLinked(provider)) { attemptId, token ->
                caller.call("LinkOAuth", jsonOf("credential" to credential, "attemptId" to attemptId), token)
            }
        }

    override suspend fun signOut(scope: SignOutScope): Unit =
        caller.run {
            keeper.ready.await()
            if (scope == SignOutScope.OTHERS || scope == SignOutScope.EVERYWHERE) caller.asUser("RevokeMyOtherSessions")
            if (scope != SignOutScope.OTHERS) keeper.close(SignedOutReason.USER, scope != SignOutScope.LOCAL)
        }

    /** Also offline and with an expired token it is the same guest. */
    private suspend fun guestOnDevice(): Session? {
        if (keeper.disk.read().session?.user?.isAnonymous != true) return null
        try {
            keeper.refresher.getAccessToken()
        } catch (_: AuthException) {
        }
        return keeper.view.current?.shown()
    }

    private fun credentialOf(
        provider: Provider,
        idToken: String,
        nonce: String?,
        authorizationCode: String?,
        displayName: String?,
    ): JsonObject =
        jsonOf(
            "provider" to provider.long,
            "idToken" to idToken,
            "nonce" to nonce,
            "authorizationCode" to authorizationCode,
            "displayName" to displayName,
        )
}

internal fun resultOf(session: Session?): SignUpResult =
    if (session == null) SignUpResult.VerifyEmail else SignUpResult.SignedIn(session)

/** An earlier attempt to link has succeeded, but its answer was lost. */
internal fun isLinked(provider: Provider): (before: User, now: User) -> Boolean =
    { before, now -> !before.has(provider) && now.has(provider) }
