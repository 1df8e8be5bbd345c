package dev.svc.auth

import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.asStateFlow
import kotlinx.coroutines.launch

/** For so long the app asks for the code. Emails rarely take longer; if one does, the server still accepts its code. */
private const val FLOW_MS = 70 * 60_000L

/** A code that was requested on this device. */
public data class PendingEmailCode(
    /** Where the code was sent. */
    val email: String,
    /** When it was last requested, in milliseconds since 1970 by this device's clock. */
    val requestedAt: Long,
)

/** Which device asked for a code, and when. */
public class EmailCodeOrigin internal constructor(json: JsonObject) : Message(json) {
    /** The browser or app that asked, in its own words. */
    public val userAgent: String get() = json.text("userAgent").orEmpty()

    /** When it asked (ISO 8601). */
    public val requestTime: String? get() = json.text("requestTime")
}

/**
 * Signs in with a code that the user gets by email, if the project allows it: [ProjectConfig.emailCodeEnabled] says so.
 *
 * A code works on the device that asked for it and nowhere else, also after the app was killed and started again.
 *
 * ```kotlin
 * auth.emailCodes.requestEmailCode(email)
 * auth.emailCodes.signInWithEmailCode("1234 5678")
 * ```
 */
public class EmailCodes internal constructor(private val caller: Caller) {
    private val keeper = caller.keeper
    private val disk = keeper.disk
    private val shown = MutableStateFlow<PendingEmailCode?>(null)
    private var issuer: String? = null

    /**
     * The code that was requested on this device and can still be used: after a restart, too, the app asks for the code and
     * not for the address. Null while that is being read; [pendingEmailCode] waits.
     */
    public val pending: StateFlow<PendingEmailCode?> = shown.asStateFlow()

    init {
        keeper.view.listen { _, _ -> reload() }
        caller.scope.launch { reload() }
    }

    /** What [pending] shows, once it was read. */
    public suspend fun pendingEmailCode(): PendingEmailCode? =
        caller.run {
            load()
            shown.value
        }

    /**
     * Emails a code to this address. Again for the same address it sends another code, and the earlier one stops working.
     * Succeeds whether or not the address has an account, and when too many codes were requested.
     *
     * @throws AuthException `EMAIL_CODE_DISABLED`, `UNIMPLEMENTED` (the server is older than email codes), `STORAGE` (nothing
     *   was sent, because the device could not store what it needs to use the code).
     */
    public suspend fun requestEmailCode(email: String): Unit =
        caller.run {
            try {
                // One after the other, so that the second of two taps has another code sent and does not begin anew.
                withSharedLock("${caller.storageKey}.emailCode") { ask(email.trim().lowercase()) }
            } finally {
                reload()
            }
        }

    /**
     * Signs in with the code of the last email, and creates the account if there is none. Spaces and hyphens in the code do
     * not matter.
     *
     * @param code what the user typed, or what [emailCodeFromUrl] returned.
     * @throws AuthException `EMAIL_CODE_INVALID` (wrong, expired, used or not requested on this device; `attemptsLeft` says how
     *   often it can still be tried), `EMAIL_CODE_DISABLED`, `USER_DISABLED`, `SIGN_UP_CLOSED`, `EMAIL_ALREADY_EXISTS`,
     *   `RATE_LIMITED`, and those of second factors, as in `signInWithPassword`.
     */
    public suspend fun signInWithEmailCode(code: String): Session =
        caller.run {
            val stored = disk.read()
            val proof = emailCodeProof(stored, code)
            val deviceToken = stored.deviceTokenOf(stored.emailCode?.email.orEmpty())
            val session =
                try {
                    keeper.open("SignInWithEmailCode", proof + jsonOf("deviceToken" to deviceToken))
                } catch (error: AuthException) {
                    // The code was right. A second factor completes the sign-in.
                    if (error.reason.startsWith("MFA_")) forget(proof)
                    throw withAttemptsLeft(error)
                }
            forget(proof)
            session
        }

    /**
     * The code in the link of the email, for [signInWithEmailCode], when the link opens your app. Null for all other links,
     * also for those that another device or project asked for. Opening a link signs nobody in.
     */
    public suspend fun emailCodeFromUrl(url: String): String? =
        caller.run {
            val flow = disk.read().emailCode
            val link = url.substringBefore('#')
            val parameter = { name: String -> Regex("[?&]$name=([\\w-]+)(&|$)").find(link)?.groupValues?.get(1) }
            val id = flow?.id
            val isOurs = id != null && link.startsWith("${flow.issuer}/app?") && parameter("flow") == id
            if (isOurs) parameter("code") else null
        }

    /**
     * Tells which device asked for the code in a link. For an app that its link opens on another device: show the code of the
     * link, and where to type it. The [flowId] is in the link, as `flow`.
     *
     * @throws AuthException `EMAIL_CODE_INVALID` (the code is over).
     */
    public suspend fun inspectEmailCode(flowId: String): EmailCodeOrigin =
        caller.run { EmailCodeOrigin(caller.call("InspectEmailCode", jsonOf("flowId" to flowId))) }

    /**
     * Has a code sent. What is needed to use it is on disk before, because the app may be killed at any moment. After a lost
     * answer the id is missing, and the next request begins a flow with the same verifier.
     */
    private suspend fun ask(email: String) {
        val from = issuer ?: caller.call("${CONFIG_SERVICE}GetProjectConfig").text("issuer").orEmpty().also { issuer = it }
        val now = caller.clock.now()
        val verifier = toBase64Url(randomBytes(32))
        var flow = EmailCodeFlow(jsonOf("email" to email, "codeVerifier" to verifier, "issuer" to from, "at" to now))
        var deviceToken: String? = null
        disk.change { stored ->
            val last = stored.replaceable().emailCode
            if (last?.email == email && isRecent(last)) flow = EmailCodeFlow(last.json + ("at" to now))
            deviceToken = stored.deviceTokenOf(email)
            stored.with("emailCode" to flow.json)
        }
        val codeChallenge = toBase64Url(sha256(flow.codeVerifier))
        val request =
            jsonOf("email" to email, "codeChallenge" to codeChallenge, "flowId" to flow.id, "deviceToken" to deviceToken)
        val answer = caller.call("RequestEmailCode", request)
        disk.change { stored ->
            if (stored.replaceable().emailCode?.codeVerifier != flow.codeVerifier) null
            else stored.with("emailCode" to flow.json + jsonOf("id" to answer.text("flowId")))
        }
    }

    private suspend fun forget(proof: JsonObject) {
        disk.forgetFlow(proof.text("codeVerifier"))
        reload()
    }

    private fun isRecent(flow: EmailCodeFlow) = caller.clock.now() - flow.at < FLOW_MS

    private fun reload() = keeper.inBackground { load() }

    /** By way of the lock, which a sign-out that has not been written yet holds. */
    private suspend fun load() =
        disk.change { stored ->
            shown.value =
                stored.emailCode
                    ?.takeIf { it.id != null && isRecent(it) }
                    ?.let { PendingEmailCode(it.email, it.at) }
            null
        }
}
