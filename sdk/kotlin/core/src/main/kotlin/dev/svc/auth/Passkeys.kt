package dev.svc.auth

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.launch

private const val SERVICE = "auth.v1.PasskeyService/"

/**
 * Signs in with passkeys, if the project allows it: [ProjectConfig.passkeyEnabled] says so. Create one per client.
 *
 * A method that asks the user throws `CANCELLED` when the user turns back, when the time is over, or when another one was
 * called meanwhile; and `PASSKEY_FAILED` when the device refuses. Its `metadata["error"]` is the device's word for it, and
 * `cause` its error. Call it again after a `retryable` error. A sign-up with an email and [linkPasskey] then do not ask the
 * user again, also after a restart of the app: there is one account and one passkey. A sign-in asks again.
 *
 * ```kotlin
 * val passkeys = Passkeys(auth, platform)
 * passkeys.signInWithPasskey()
 * ```
 */
public class Passkeys(client: AuthClient, private val platform: PasskeyPlatform) {
    private val caller = client.caller
    private val keeper = caller.keeper
    private val ceremony = PasskeyCeremony(platform)
    private val pending = PendingPasskey(caller)
    private val kept = KeptList(caller, ::fetch)

    /** Whether this device can use passkeys at all. */
    public fun isPasskeyAvailable(): Boolean = platform.isAvailable()

    /**
     * Signs in with a passkey that the user chooses.
     *
     * @throws AuthException `CANCELLED`, `PASSKEY_FAILED`, `PASSKEY_INVALID` (the server does not know the passkey, or did not
     *   accept it), `PASSKEY_DISABLED`, `EMAIL_NOT_VERIFIED`, `USER_DISABLED`.
     */
    public suspend fun signInWithPasskey(): Session {
        val credentialJson = askForPasskey()
        return caller.run {
            try {
                keeper.open("${SERVICE}SignInWithPasskey", jsonOf("credentialJson" to credentialJson))
            } catch (error: AuthException) {
                val rpId = error.metadata["rp_id"].orEmpty()
                val id = idOf(credentialJson).orEmpty()
                if (error.metadata["signal"] == "unknown") signal { platform.signalUnknownCredential(rpId, id) }
                throw error
            }
        }
    }

    /**
     * Asks the user for a passkey, as a sign-in does, and returns the answer of the device as JSON. [Mfa] calls it when it is
     * given this object as a proof.
     *
     * @throws AuthException `CANCELLED`, `PASSKEY_FAILED`, `PASSKEY_DISABLED`.
     */
    public suspend fun askForPasskey(): String =
        ceremony.get { caller.run { optionsIn(caller.call("${SERVICE}StartPasskeySignIn")) } }

    /**
     * Creates an account with a passkey, and signs in. If the project requires a verified email, nobody is signed in yet and
     * the result is [SignUpResult.VerifyEmail].
     *
     * @param email the new user's address. Without one, an account whose passkeys are lost cannot be recovered.
     * @param displayName the name to show, also in the device's list of passkeys.
     * @param passkeyName what the user calls the passkey. Default: the product that keeps it.
     * @throws AuthException `CANCELLED`, `PASSKEY_FAILED`, `EMAIL_ALREADY_EXISTS`, `SIGN_UP_CLOSED`, `PASSKEY_DISABLED`,
     *   `PASSKEY_INVALID`.
     */
    public suspend fun signUpWithPasskey(
        email: String? = null,
        displayName: String? = null,
        passkeyName: String? = null,
    ): SignUpResult {
        val input = jsonOf("email" to email, "displayName" to displayName, "passkeyName" to passkeyName)
        val ask = suspend {
            ceremony.create { caller.run { optionsIn(caller.call("${SERVICE}StartPasskeySignUp", input - "passkeyName")) } }
        }
        val open: suspend (String) -> Session? = { credentialJson ->
            keeper.openUnlessUnverified("${SERVICE}SignUpWithPasskey", input + ("credentialJson" to credentialJson))
        }
        // Without an address nothing tells the next person at the device from this one.
        if (!email.isNullOrEmpty()) return resultOf(pending.run("SignUp", input, ask, open))
        val credentialJson = ask()
        return resultOf(caller.run { open(credentialJson) })
    }

    /**
     * Adds a passkey to the signed-in user. A guest becomes a permanent user with the same id.
     *
     * @param passkeyName what the user calls the passkey. Default: the product that keeps it.
     * @throws AuthException `CANCELLED`, `PASSKEY_FAILED`, `PASSKEY_ALREADY_EXISTS` (this device has one of the account),
     *   `TOO_MANY_PASSKEYS`, `REAUTHENTICATION_REQUIRED` (a permanent user who signed in more than ten minutes ago),
     *   `PASSKEY_DISABLED`, `PASSKEY_INVALID`.
     */
    public suspend fun linkPasskey(passkeyName: String? = null): Session {
        val ask = suspend { ceremony.create { caller.run { optionsIn(caller.asUser("${SERVICE}StartPasskeyLink")) } } }
        try {
            return pending.run("Link", jsonOf("passkeyName" to passkeyName), ask) { link(it, passkeyName) }
        } finally {
            caller.scope.launch { kept.reload() }
        }
    }

    /** Lists the user's passkeys, the newest first. The device then no longer offers those that are removed. */
    public suspend fun listPasskeys(): List<Passkey> = caller.run { kept.get() }

    /** The user's passkeys as the server last said, again whenever they change; null while nothing is known. Asks the server. */
    public fun passkeysFlow(): Flow<List<Passkey>?> = kept.flow()

    /**
     * Renames a passkey.
     *
     * @throws AuthException `NOT_FOUND`, `INVALID_REQUEST` (a name has 1 to 100 characters), `REAUTHENTICATION_REQUIRED` (the
     *   sign-in is older than ten minutes).
     */
    public suspend fun renamePasskey(passkeyId: String, name: String): Passkey =
        caller.run {
            val answer = caller.asUser("${SERVICE}UpdateMyPasskey", jsonOf("passkeyId" to passkeyId, "name" to name))
            kept.reload()
            Passkey(answer.child("passkey").orEmpty())
        }

    /**
     * Removes a passkey and ends the sessions that were opened with it, perhaps this one. Needs [currentPassword], unless the
     * user signed in during the last ten minutes.
     *
     * @throws AuthException `LAST_SIGN_IN_METHOD`, `REAUTHENTICATION_REQUIRED`, `INVALID_CREDENTIALS` (wrong current password),
     *   `NOT_FOUND`.
     */
    public suspend fun removePasskey(passkeyId: String, currentPassword: String? = null): Unit =
        caller.run {
            val removed = kept.known?.firstOrNull { it.id == passkeyId }
            val request = jsonOf("passkeyId" to passkeyId, "currentPassword" to currentPassword)
            caller.asUser("${SERVICE}RemoveMyPasskey", request)
            if (removed != null) signal { platform.signalUnknownCredential(removed.rpId, removed.credentialId) }
            try {
                kept.get()
            } catch (_: AuthException) {
            }
        }

    private suspend fun fetch(): List<Passkey> {
        val answer = caller.asUser("${SERVICE}ListMyPasskeys")
        val passkeys = answer.children("passkeys").map(::Passkey)
        val rpId = answer.text("rpId").orEmpty()
        val userId = answer.textOrNone("userHandle") ?: return passkeys
        val ours = passkeys.filter { it.rpId == rpId }.map { it.credentialId } + listOfNotNull(pending.credentialId())
        signal { platform.signalAllAcceptedCredentials(rpId, userId, ours) }
        return passkeys
    }

    private suspend fun link(credentialJson: String, passkeyName: String?): Session =
        try {
            val request = jsonOf("credentialJson" to credentialJson, "passkeyName" to passkeyName)
            keeper.rotate({ _, _ -> false }) { attemptId, token ->
                caller.call("${SERVICE}LinkPasskey", request + ("attemptId" to attemptId), token)
            }
        } catch (error: AuthException) {
            // Perhaps an earlier attempt has succeeded, but its answer was lost.
            val current = keeper.view.current
            val isRefused = error.reason == AuthReason.PASSKEY_INVALID || error.reason == AuthReason.PASSKEY_ALREADY_EXISTS
            val isThere = current != null && isRefused && kept.get().any { it.credentialId == idOf(credentialJson) }
            if (current == null || !isThere) throw error
            current.shown()
        }

    /** Tells the device what the server knows. Best effort. */
    private fun signal(tell: suspend () -> Unit) {
        caller.scope.launch {
            try {
                tell()
            } catch (cancelled: CancellationException) {
                throw cancelled
            } catch (_: Exception) {
            }
        }
    }
}

private fun optionsIn(answer: JsonObject): String = answer.text("optionsJson") ?: throw noAnswer()
