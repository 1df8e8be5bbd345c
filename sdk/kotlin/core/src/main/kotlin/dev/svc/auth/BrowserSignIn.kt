package dev.svc.auth

import kotlinx.coroutines.Deferred
import kotlinx.coroutines.async
import java.util.concurrent.atomic.AtomicInteger

/** Opens a browser and waits for its return. On Android `CustomTabs` of `svc-auth-android` does it. */
public fun interface BrowserOpener {
    /**
     * Opens a browser at [url] and returns the URL that it came back with, which begins with [redirectTo]. Throws an
     * [AuthException] with `CANCELLED` when the user closes it.
     */
    public suspend fun open(url: String, redirectTo: String): String
}

/** A nonce for Google's or Apple's own SDK. */
public class Nonce internal constructor(
    /** For `signInWithIdToken` or `linkIdToken`. */
    public val nonce: String,
    /** For the provider's SDK. */
    public val hashed: String,
) {
    /** Without the nonce. */
    override fun toString(): String = "Nonce"
}

/** Longer than a sign-in at the provider takes. */
private const val FLOW_MS = 900_000L

/**
 * Signs in with Google and Apple in the browser. Create one per client.
 *
 * ```kotlin
 * val browser = BrowserSignIn(auth, opener)
 * browser.signInWithBrowser(Provider.GOOGLE, "com.example.app:/signed-in")
 * ```
 */
public class BrowserSignIn(client: AuthClient, private val opener: BrowserOpener) {
    private val caller = client.caller
    private val keeper = caller.keeper
    private val flowKey = "${caller.storageKey}.browser"
    private val open = AtomicInteger()
    private var last: Link? = null

    /** Whether a sign-in waits for its browser now: then it takes the link itself, and [completeRedirect] is not needed. */
    public val isWaiting: Boolean get() = open.get() > 0

    /**
     * Signs in with Google or Apple, and creates the account at the first sign-in.
     *
     * @param redirectTo the URL that the browser returns to. The project's settings must allow its scheme or origin.
     * @throws AuthException `CANCELLED` (the user closed the browser or refused), `EMAIL_ALREADY_EXISTS` (sign in with one of
     *   `metadata["sign_in_methods"]`, then call [linkWithBrowser]), `EMAIL_NOT_VERIFIED`, `SIGN_UP_CLOSED`, `USER_DISABLED`,
     *   `OAUTH_CODE_INVALID`, and those of second factors, as in `signInWithPassword`.
     */
    public suspend fun signInWithBrowser(provider: Provider, redirectTo: String): Session = go(provider, redirectTo, false)

    /**
     * Adds a Google or Apple account to the signed-in user. A guest becomes a permanent user with the same id.
     *
     * @throws AuthException `CANCELLED`, `OAUTH_ACCOUNT_EXISTS` (another user has this account), `ALREADY_EXISTS` (the user
     *   has another account of this provider), `REAUTHENTICATION_REQUIRED`, `OAUTH_CODE_INVALID`.
     */
    public suspend fun linkWithBrowser(provider: Provider, redirectTo: String): Session = go(provider, redirectTo, true)

    /**
     * Finishes what [signInWithBrowser] or [linkWithBrowser] began, when the system has ended the app meanwhile and the link
     * starts it again. Calling it again with the same URL gives the same result, and tries again after a `retryable` error.
     * Returns null when the URL does not belong to a sign-in that began on this device.
     *
     * @throws AuthException the reasons of [signInWithBrowser] or [linkWithBrowser].
     */
    public suspend fun completeRedirect(url: String): Session? = caller.run { completeOnce(url) }

    /** Creates a nonce. It ties an ID token to one sign-in, so that nobody can use the token again. */
    public fun createNonce(): Nonce {
        val nonce = toBase64Url(randomBytes(16))
        return Nonce(nonce, toHex(sha256(nonce)))
    }

    private suspend fun go(provider: Provider, redirectTo: String, links: Boolean): Session {
        val url = caller.run { begin(provider, redirectTo, links) }
        open.incrementAndGet()
        try {
            val returned = opener.open(url, redirectTo)
            return completeRedirect(returned) ?: throw AuthException(AuthReason.CANCELLED, "no answer")
        } finally {
            open.decrementAndGet()
        }
    }

    /** Stored during the sign-in, because the app may be ended meanwhile. */
    private suspend fun begin(provider: Provider, redirectTo: String, links: Boolean): String {
        val state = toBase64Url(randomBytes(16))
        val codeVerifier = toBase64Url(randomBytes(32))
        val flow =
            jsonOf(
                "state" to state,
                "codeVerifier" to codeVerifier,
                "provider" to provider.short,
                "links" to links,
                "user" to caller.userId,
                "at" to caller.clock.now(),
            )
        storing { caller.storage.set(flowKey, writeJson(flow)) }
        val query =
            listOf(
                "key" to caller.publishableKey,
                "redirect_to" to redirectTo,
                "code_challenge" to toBase64Url(sha256(codeVerifier)),
                "code_challenge_method" to "S256",
                "state" to state,
            )
        val pairs = query.joinToString("&") { (name, value) -> "$name=${percentEncoded(value)}" }
        return "${caller.baseUrl}/oauth/${provider.short}/start?$pairs"
    }

    /** Completes a link once, even if the app receives it in two ways. */
    private suspend fun completeOnce(url: String): Session? {
        val link = last?.takeIf { it.url == url } ?: Link(url, caller.scope.async { complete(url) }).also { last = it }
        try {
            return link.done.await()
        } catch (error: AuthException) {
            if (error.retryable && last === link) last = null
            throw error
        }
    }

    private suspend fun complete(url: String): Session? {
        val query = queryOf(url)
        val state = query["state"].orEmpty()
        // The link of an email code has a code too, but no state.
        if (state.isEmpty() || (query["code"].isNullOrEmpty() && query["error"].isNullOrEmpty())) return null
        val flow = storedFlow() ?: return null
        keeper.ready.await()
        val links = flow.flag("links")
        // A foreign link, which may be an attempt to sign this device in to another account.
        val isOurs =
            state == flow.text("state") &&
                caller.clock.now() - (flow.long("at") ?: 0) < FLOW_MS &&
                (!links || flow.text("user") == caller.userId)
        if (!isOurs) throw AuthException(AuthReason.OAUTH_CODE_INVALID, "unknown link")
        keeper.disk.read().replaceable()
        try {
            return finish(query, flow, links).also { forget() }
        } catch (error: AuthException) {
            // After a lost answer the same link can be completed again.
            if (!error.retryable) forget()
            throw error
        }
    }

    private suspend fun finish(query: Map<String, String>, flow: JsonObject, links: Boolean): Session {
        if (query["error"] == "access_denied") throw AuthException(AuthReason.CANCELLED, "turned back")
        val code = query["code"]
        if (code.isNullOrEmpty()) throw AuthException(query["reason"] ?: AuthReason.UNKNOWN, "link failed")
        val exchange = jsonOf("code" to code, "codeVerifier" to flow.text("codeVerifier"))
        if (!links) return keeper.open("ExchangeOAuthCode", exchange)
        val provider = enumOf<Provider>(flow.text("provider")) ?: throw AuthException(AuthReason.OAUTH_CODE_INVALID, "unknown link")
        return keeper.rotate(isLinked(provider)) { attemptId, token ->
            caller.call("LinkOAuth", jsonOf("exchange" to exchange, "attemptId" to attemptId), token)
        }
    }

    private suspend fun storedFlow(): JsonObject? {
        val text = storing { caller.storage.get(flowKey) }
        if (text.isNullOrEmpty()) return null
        return try {
            objectOf(readJson(text))
        } catch (_: JsonException) {
            null
        }
    }

    /** Best effort: what is left cannot be used again. */
    private suspend fun forget() {
        try {
            storing { caller.storage.remove(flowKey) }
        } catch (_: AuthException) {
        }
    }

    private class Link(val url: String, val done: Deferred<Session?>)
}

/** Not decoded: what is needed of it has no other characters. */
private fun queryOf(url: String): Map<String, String> =
    url.substringBefore('#').substringAfter('?', "").split('&').associate { pair ->
        pair.substringBefore('=') to pair.substringAfter('=', "")
    }
