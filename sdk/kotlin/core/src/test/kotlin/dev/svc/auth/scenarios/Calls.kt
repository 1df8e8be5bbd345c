package dev.svc.auth.scenarios

import dev.svc.auth.AuthClient
import dev.svc.auth.AuthException
import dev.svc.auth.AuthState
import dev.svc.auth.HttpRequest
import dev.svc.auth.JsonObject
import dev.svc.auth.Message
import dev.svc.auth.MfaStep
import dev.svc.auth.Proof
import dev.svc.auth.Provider
import dev.svc.auth.Purchase
import dev.svc.auth.PushEnvironment
import dev.svc.auth.PushProvider
import dev.svc.auth.Session
import dev.svc.auth.SignOutScope
import dev.svc.auth.SignUpResult
import dev.svc.auth.jsonOf
import dev.svc.auth.objectOf
import dev.svc.auth.text

/** What a scenario passes to a call. Whatever no call asks for is an error. */
internal class Input(private val json: JsonObject) {
    private val unused = json.keys.toMutableSet()

    fun any(name: String): Any? = json[name].also { unused -= name }

    fun textOrNull(name: String): String? = any(name) as String?

    fun text(name: String): String = requireNotNull(textOrNull(name)) { "$name is missing" }

    fun provider(): Provider = Provider.valueOf(text("provider").uppercase())

    fun assertUsed() = require(unused.isEmpty()) { "unknown fields $unused" }
}

/** Calls what the SDK calls it. `errorOf` gives the error of an earlier call. */
internal suspend fun call(
    running: RunningClient,
    name: String,
    input: Input,
    errorOf: suspend (String) -> Throwable,
): Any? = signInCall(running, name, input) ?: accountCall(running.client, name, input) ?: partCall(running, name, input, errorOf)

/** Null for the calls of the others; a result that is nothing is `Unit`. */
private suspend fun signInCall(running: RunningClient, name: String, input: Input): Any? =
    with(running.client) {
        when (name) {
            "getAccessToken" ->
                getAccessToken(input.any("forceRefresh") == true, input.any("minTtlMs") as Long?) ?: Unit
            "signUp" -> signUp(input.text("email"), input.text("password"), input.textOrNull("displayName"))
            "signInWithPassword" -> signInWithPassword(input.text("email"), input.text("password"))
            "linkPassword" -> linkPassword(input.text("email"), input.text("password"))
            "signInAnonymously" -> signInAnonymously()
            "signInWithIdToken" -> signInWithIdToken(input.provider(), input.text("idToken"), input.textOrNull("nonce"))
            "linkIdToken" -> linkIdToken(input.provider(), input.text("idToken"), input.textOrNull("nonce"))
            "signInWithBrowser" -> running.browser.signInWithBrowser(input.provider(), input.text("redirectTo"))
            "linkWithBrowser" -> running.browser.linkWithBrowser(input.provider(), input.text("redirectTo"))
            "completeRedirect" -> running.browser.completeRedirect(input.text("url")) ?: Unit
            "signOut" -> signOut(SignOutScope.valueOf((input.textOrNull("scope") ?: "this").uppercase()))
            else -> null
        }
    }

private suspend fun accountCall(client: AuthClient, name: String, input: Input): Any? =
    with(client) {
        when (name) {
            "getMe" -> getMe()
            "updateMe" -> updateMe(input.textOrNull("displayName"), input.textOrNull("avatarUrl"), input.textOrNull("locale"))
            "changePassword" -> changePassword(input.text("currentPassword"), input.text("newPassword"))
            "deleteAccount" -> jsonOf("deletionTime" to deleteAccount(input.textOrNull("currentPassword")).deletionTime)
            "listMySessions" -> listMySessions()
            "requestEmailCode" -> emailCodes.requestEmailCode(input.text("email"))
            "signInWithEmailCode" -> emailCodes.signInWithEmailCode(input.text("code"))
            "emailCodeFromUrl" -> emailCodes.emailCodeFromUrl(input.text("url")) ?: Unit
            "pendingEmailCode" ->
                emailCodes.pendingEmailCode()?.let { jsonOf("email" to it.email, "requestedAt" to it.requestedAt) } ?: Unit
            "registerPushDevice" ->
                push.registerPushDevice(
                    PushProvider.valueOf(input.text("provider").uppercase()),
                    input.text("token"),
                    input.text("appId"),
                    input.textOrNull("environment")?.let { PushEnvironment.valueOf(it.uppercase()) },
                )
            "unregisterPushDevice" -> push.unregisterPushDevice()
            "listMyPushDevices" -> push.listMyPushDevices()
            else -> null
        }
    }

private suspend fun partCall(
    running: RunningClient,
    name: String,
    input: Input,
    errorOf: suspend (String) -> Throwable,
): Any? =
    with(running.client) {
        when (name) {
            "entitlements" -> billing.entitlements()
            "has" -> billing.has(input.text("entitlement"))
            "hasCached" -> billing.hasCached(input.text("entitlement"))
            "sync" -> billing.sync((input.any("purchases") as List<*>).map { purchaseOf(jsonObject(it)) }).map {
                jsonOf("subscription" to it.subscription?.json, "purchase" to it.purchase?.json, "errorReason" to it.errorReason)
            }
            "mfaBegin" -> mfa.begin(errorOf(input.text("call")))
            "mfaCompleteSignIn" ->
                mfa.completeSignIn(
                    input.textOrNull("totpCode")?.let { Proof.Totp(it) } ?: input.textOrNull("recoveryCode")?.let { Proof.RecoveryCode(it) },
                )
            "signInWithPasskey" -> running.passkeys.signInWithPasskey()
            "signUpWithPasskey" ->
                running.passkeys.signUpWithPasskey(input.textOrNull("email"), input.textOrNull("displayName"), input.textOrNull("passkeyName"))
            "linkPasskey" -> running.passkeys.linkPasskey(input.textOrNull("passkeyName"))
            "send" -> {
                val method = input.textOrNull("method") ?: "GET"
                val body = input.textOrNull("body")?.toByteArray()
                jsonOf("status" to send(HttpRequest(input.text("url"), method, emptyMap(), body)).status)
            }
            else -> throw IllegalArgumentException("unknown call $name")
        }
    }

private fun purchaseOf(json: JsonObject): Purchase {
    json.text("appStoreSignedTransaction")?.let { return Purchase.AppStore(it) }
    val store = jsonObject(json["playStore"])
    return Purchase.PlayStore(store.text("packageName")!!, store.text("purchaseToken")!!, store["oneTime"] == true)
}

/** A result or an error in the form that scenarios compare. */
internal fun plain(value: Any?): Any? =
    when (value) {
        is Unit -> null
        is Message -> value.json
        is List<*> -> value.map(::plain)
        is Session -> sessionJson(value)
        is SignUpResult.SignedIn -> jsonOf("status" to "signedIn", "session" to sessionJson(value.session))
        is SignUpResult.VerifyEmail -> jsonOf("status" to "verifyEmail")
        is MfaStep.Prove ->
            jsonOf("step" to "prove", "factors" to value.factors.map { it.name.lowercase() }, "expiresAt" to value.expiresAt)
        is AuthException ->
            jsonOf(
                "reason" to value.reason,
                "code" to value.code,
                "status" to value.status,
                "retryable" to value.retryable,
                "retryAfterMs" to value.retryAfterMs,
                "metadata" to value.metadata,
                "attemptsLeft" to value.attemptsLeft,
            )
        is Throwable -> jsonOf("error" to value.toString())
        else -> value
    }

internal fun stateJson(state: AuthState): JsonObject =
    when (state) {
        AuthState.Loading -> jsonOf("status" to "loading")
        is AuthState.SignedOut -> jsonOf("status" to "signedOut", "reason" to state.reason?.name?.lowercase())
        is AuthState.SignedIn ->
            jsonOf(
                "status" to "signedIn",
                "user" to objectOf(plain(state.user)),
                "session" to sessionJson(state.session),
                "stale" to state.stale,
            )
    }

private fun sessionJson(session: Session): JsonObject =
    jsonOf(
        "accessToken" to session.accessToken,
        "expiresAt" to session.expiresAt,
        "canceledDeletionTime" to session.canceledDeletionTime,
    )
