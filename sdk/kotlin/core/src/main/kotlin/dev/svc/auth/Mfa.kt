package dev.svc.auth

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.asStateFlow

private const val SERVICE = "auth.v1.MfaService/"

/**
 * Second factors: codes of an authenticator app, recovery codes, and passkeys, which are both factors in one.
 * [ProjectConfig.mfaPolicy] says who needs one.
 *
 * Any sign-in may fail with `MFA_REQUIRED`: give its error to [begin], ask for a code, and call [completeSignIn]; or with
 * `MFA_ENROLLMENT_REQUIRED`: then [startRequiredEnrollment] and [confirmTotpEnrollment] follow. What is between is in memory
 * only: after a restart of the app the user signs in again.
 *
 * ```kotlin
 * try {
 *     auth.signInWithPassword(email, password)
 * } catch (error: AuthException) {
 *     auth.mfa.begin(error) ?: throw error
 *     auth.mfa.completeSignIn(Proof.Totp("123456"))
 * }
 * ```
 */
public class Mfa internal constructor(private val caller: Caller) {
    /** A step with its tokens, which the app does not see. */
    private class Held(
        val step: MfaStep,
        /** For `CompleteSignIn`. */
        val mfaToken: String? = null,
        /** For `StartRequiredEnrollment`. */
        val token: String? = null,
        /** For `ConfirmTotpEnrollment`. */
        val enrollmentToken: String? = null,
    )

    private val keeper = caller.keeper
    private val shown = MutableStateFlow<MfaStep?>(null)
    private val factors = KeptList(caller) { MyFactors(caller.asUser("${SERVICE}GetMyFactors").child("factors").orEmpty()) }
    private val reauthentication = Reauthentication(caller)

    /** In memory only, because a challenge stands for the first factor. */
    @Volatile
    private var held: Held? = null

    /** What to show next, or null when there is nothing. */
    public val step: StateFlow<MfaStep?> = shown.asStateFlow()

    init {
        keeper.view.listen { _, event ->
            // Somebody has signed in or out.
            val isOver =
                when (event) {
                    AuthEvent.SIGNED_IN -> held?.step !is MfaStep.RecoveryCodes
                    else -> event == AuthEvent.SIGNED_OUT
                }
            if (held != null && isOver) hold(null)
        }
    }

    /**
     * Takes the error of a failed sign-in. When the sign-in needs a second factor, it returns what to show next, and [step]
     * shows the same. Null for all other errors.
     */
    public fun begin(error: Throwable): MfaStep? {
        val challenge = challengeOf(error) ?: return null
        val isProof = (error as? AuthException)?.reason == AuthReason.MFA_REQUIRED
        val step = if (isProof) MfaStep.Prove(challenge.factors, challenge.expiresAt) else MfaStep.Enroll(challenge.expiresAt)
        hold(if (isProof) Held(step, mfaToken = challenge.token) else Held(step, token = challenge.token))
        return step
    }

    /**
     * Opens the session of the sign-in that [begin] took, with the second factor. Call it again after a `retryable` error:
     * there is one session. Without a proof it only repeats what [confirmTotpEnrollment] could not finish.
     *
     * @throws AuthException `MFA_CODE_INVALID` (`attemptsLeft` says how often a code can still be tried),
     *   `MFA_CHALLENGE_INVALID` (it took too long, or nothing was begun: sign in again), `RATE_LIMITED` (too many wrong codes:
     *   offer another factor), `PASSKEY_INVALID`, `CANCELLED`, `USER_DISABLED`, `EMAIL_NOT_VERIFIED`.
     */
    public suspend fun completeSignIn(proof: SecondProof? = null): Session {
        val mine = held
        val mfaToken = mine?.mfaToken ?: throw nothingBegun()
        val proven =
            when (proof) {
                null -> emptyMap()
                is Proof.Totp -> jsonOf("totpCode" to proof.code)
                is Proof.RecoveryCode -> jsonOf("recoveryCode" to proof.code)
                is Proof.Passkey -> jsonOf("passkeyJson" to proof.passkeys.askForPasskey())
            }
        return caller.run { complete(mine, proven + ("mfaToken" to mfaToken)) }
    }

    /** Forgets the step: the user turned back, or has kept the recovery codes. Nothing is changed on the server. */
    public fun cancel(): Unit = hold(null)

    /**
     * Begins to enroll an authenticator app in a sign-in that needs one. Again it returns the same secret, and sends the code
     * by email again where one is needed.
     *
     * @throws AuthException `MFA_CHALLENGE_INVALID` (it took too long, or nothing was begun: sign in again).
     */
    public suspend fun startRequiredEnrollment(): TotpEnrollment =
        caller.run {
            val token = held?.token ?: throw nothingBegun()
            enroll(caller.call("${SERVICE}StartRequiredEnrollment", jsonOf("enrollmentToken" to token)), token)
        }

    /**
     * Begins to enroll an authenticator app for the signed-in user. It replaces the one that the user has, once it is
     * confirmed. A user who has none and a verified email gets a code by email: `needsEmailCode` says so.
     *
     * @throws AuthException `REAUTHENTICATION_REQUIRED` (call [reauthenticate]), `MFA_DISABLED`.
     */
    public suspend fun startTotpEnrollment(): TotpEnrollment =
        caller.run { enroll(caller.asUser("${SERVICE}StartTotpEnrollment"), null) }

    /**
     * Enrolls the authenticator app with a code that it shows, and ends the user's other sessions. In a sign-in it then opens
     * the session. After a lost answer the app may be enrolled: sign in with its code, and replace the recovery codes.
     *
     * @param totpCode six digits that the authenticator app shows.
     * @param emailCode the code that was sent to the user, where `needsEmailCode` is true.
     * @throws AuthException `MFA_CODE_INVALID` (the code of the app), `EMAIL_CODE_INVALID` (the code of the email), both with
     *   `attemptsLeft`; `MFA_CHALLENGE_INVALID` (it took too long, or nothing was started: begin again), `SESSION_REVOKED`.
     */
    public suspend fun confirmTotpEnrollment(totpCode: String, emailCode: String? = null): Enrolled =
        caller.run {
            val mine = held
            val enrollmentToken = mine?.enrollmentToken ?: throw nothingBegun()
            val request = jsonOf("enrollmentToken" to enrollmentToken, "totpCode" to totpCode, "emailCode" to emailCode)
            val answer =
                try {
                    caller.call("${SERVICE}ConfirmTotpEnrollment", request)
                } catch (error: AuthException) {
                    if (error.reason == AuthReason.MFA_CHALLENGE_INVALID && held === mine) hold(null)
                    throw withAttemptsLeft(error)
                }
            val recoveryCodes = answer.texts("recoveryCodes")
            val mfaToken = answer.textOrNone("mfaToken")
            val next = Held(MfaStep.RecoveryCodes(recoveryCodes), mfaToken = mfaToken)
            hold(next)
            factors.reload()
            Enrolled(recoveryCodes, mfaToken?.let { completeOrNull(next, it) })
        }

    /**
     * Proves again who the user is. For ten minutes afterwards the methods work that failed with `REAUTHENTICATION_REQUIRED`,
     * and where the project uses second factors your backend sees it in `auth_time` and `amr` of the access token. The session
     * stays the same.
     *
     * @throws AuthException `INVALID_CREDENTIALS` (wrong password), `MFA_CODE_INVALID`, `EMAIL_CODE_INVALID`,
     *   `PASSKEY_INVALID`, `CANCELLED`, `RATE_LIMITED`.
     */
    public suspend fun reauthenticate(proof: Proof): Session =
        when (proof) {
            is Proof.Password -> caller.run { reauthentication.send(jsonOf("password" to proof.password)) }
            is Proof.Totp -> caller.run { reauthentication.send(jsonOf("totpCode" to proof.code)) }
            is Proof.Passkey -> {
                val passkeyJson = proof.passkeys.askForPasskey()
                caller.run { reauthentication.send(jsonOf("passkeyJson" to passkeyJson)) }
            }
            is Proof.EmailCode -> caller.run { reauthenticateByEmail(proof.code) }
        }

    /**
     * Fetches the second factors of the signed-in user.
     *
     * @throws AuthException `MFA_DISABLED` (the project does not use them, or the user is a guest).
     */
    public suspend fun getMyFactors(): MyFactors = caller.run { factors.get() }

    /** The user's factors as the server last said, again whenever they change; null while nothing is known. Asks the server. */
    public fun factorsFlow(): Flow<MyFactors?> = factors.flow()

    /**
     * Removes the authenticator app and the recovery codes, and ends the user's other sessions.
     *
     * @throws AuthException `REAUTHENTICATION_REQUIRED` (call [reauthenticate] with a code or a passkey), `NOT_FOUND` (none is
     *   enrolled).
     */
    public suspend fun removeTotp(): Unit =
        caller.run {
            caller.asUser("${SERVICE}RemoveTotp")
            factors.reload()
        }

    /**
     * Replaces all recovery codes by ten new ones, and ends the user's other sessions. Nobody can see them again: show them at
     * once.
     *
     * @throws AuthException `REAUTHENTICATION_REQUIRED` (call [reauthenticate] with a code or a passkey), `NOT_FOUND` (no
     *   authenticator app is enrolled).
     */
    public suspend fun regenerateRecoveryCodes(): List<String> =
        caller.run {
            caller.asUser("${SERVICE}RegenerateRecoveryCodes").texts("recoveryCodes").also { factors.reload() }
        }

    private suspend fun complete(mine: Held, request: JsonObject): Session {
        val after = if (mine.step is MfaStep.RecoveryCodes) Held(mine.step) else null
        try {
            return keeper.open("${SERVICE}CompleteSignIn", request).also { if (held === mine) hold(after) }
        } catch (refused: AuthException) {
            val error = withAttemptsLeft(refused)
            val isOver = error.reason == AuthReason.MFA_CHALLENGE_INVALID || error.attemptsLeft == 0
            if (isOver && held === mine) hold(after)
            throw error
        }
    }

    /** The recovery codes are returned whatever comes of it. */
    private suspend fun completeOrNull(mine: Held, mfaToken: String): Session? =
        try {
            complete(mine, jsonOf("mfaToken" to mfaToken))
        } catch (_: AuthException) {
            null
        }

    private suspend fun reauthenticateByEmail(code: String): Session {
        val proof = emailCodeProof(keeper.disk.read(), code)
        val session = reauthentication.send(jsonOf("emailCode" to proof))
        keeper.disk.forgetFlow(proof.text("codeVerifier"))
        return session
    }

    private fun enroll(answer: JsonObject, token: String?): TotpEnrollment {
        val wire = answer.child("enrollment").orEmpty()
        val enrollment = TotpEnrollment(wire - "enrollmentToken")
        hold(Held(MfaStep.Confirm(enrollment), token = token, enrollmentToken = wire.text("enrollmentToken")))
        return enrollment
    }

    private fun hold(next: Held?) {
        held = next
        shown.value = next?.step
    }
}

private fun nothingBegun() =
    AuthException(AuthReason.MFA_CHALLENGE_INVALID, "nothing was begun", code = "failed_precondition")

/** Sends a proof. After a lost answer the token tells whether it has arrived: most proofs work once. */
private class Reauthentication(private val caller: Caller) {
    /** What was sent, for which session, and when its user had last proved who they are, in seconds. */
    private class Lost(val request: JsonObject, val sid: String?, val authTime: Long)

    private var lost: Lost? = null

    suspend fun send(request: JsonObject): Session {
        try {
            val session =
                caller.keeper.rotate({ _, _ -> hasArrived(request) }) { attemptId, token ->
                    val claims = payloadOf(token)
                    lost = Lost(request, claims.text("sid"), claims.long("auth_time") ?: 0)
                    caller.call("${SERVICE}Reauthenticate", request + ("attemptId" to attemptId), token)
                }
            lost = null
            return session
        } catch (error: AuthException) {
            if (!error.retryable) lost = null
            throw withAttemptsLeft(error)
        }
    }

    private fun hasArrived(request: JsonObject): Boolean {
        val sent = lost ?: return false
        val claims = payloadOf(caller.keeper.view.current?.accessToken)
        return sent.request == request && sent.sid == claims.text("sid") && (claims.long("auth_time") ?: 0) > sent.authTime
    }
}
