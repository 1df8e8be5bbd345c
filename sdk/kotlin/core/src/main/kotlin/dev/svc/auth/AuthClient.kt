package dev.svc.auth

import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.cancel
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.launch
import java.util.Locale
import kotlin.random.Random

/**
 * Signs users in, keeps their session and gives out access tokens. Create one for the whole app.
 *
 * A method that fails throws an [AuthException]; decide by its `reason`. Every call to the server may fail with `NETWORK`,
 * `TIMEOUT`, `RATE_LIMITED`, `OVERLOADED` or `STORAGE_UNAVAILABLE` (all `retryable`), and every call that needs a user with
 * `SIGNED_OUT`. The methods name the other reasons.
 *
 * Call a sign-up, sign-in or guest sign-in again after a `retryable` error, also when the app was restarted: there is one
 * account, one session and one guest, however many answers were lost.
 *
 * All methods can be called from any thread. A coroutine that is cancelled stops waiting; what it began is finished, so that
 * no token is lost.
 */
public class AuthClient internal constructor(internal val caller: Caller) :
    SignInMethods by SignInCalls(caller),
    AccountMethods by AccountCalls(caller),
    EmailLinkMethods by EmailLinkCalls(caller),
    AutoCloseable {
    private val keeper = caller.keeper

    /** Whether somebody is signed in: [AuthState.Loading], [AuthState.SignedOut] or [AuthState.SignedIn]. */
    public val state: StateFlow<AuthState> get() = keeper.view.state

    /** The signed-in user, guests included; null when nobody is signed in or the session is still being read. */
    public val user: User? get() = keeper.view.current?.user

    /** Sign-in with a code by email. */
    public val emailCodes: EmailCodes by lazy { EmailCodes(caller) }

    /** Second factors, and proving again who the user is. */
    public val mfa: Mfa by lazy { Mfa(caller) }

    /** Registers devices for notifications. */
    public val push: PushDevices by lazy { PushDevices(caller) }

    /** Entitlements, also offline, subscriptions and purchases. */
    public val billing: Billing by lazy { Billing(caller) }

    /** Returns when the stored session was read: [state] is then no longer `Loading`. It never waits for the network. */
    public suspend fun awaitReady(): Unit = caller.run { keeper.ready.await() }

    /**
     * Returns an access token that stays valid for about a minute or longer, and renews it first if it does not. Null when
     * nobody is signed in. Ask for it right before each call and do not keep it. [send] does that for you.
     *
     * If the renewal fails while the current token is still valid, you get the current one. No network, timeout or busy
     * server ever signs the user out.
     *
     * @param forceRefresh renews the token even if it is still valid, for example after your backend changed the user's
     *   claims.
     * @param minTtlMs how long the token must stay valid at least. Default: about a minute.
     * @throws AuthException when the token has expired, or `forceRefresh` is set, and it could not be renewed.
     */
    public suspend fun getAccessToken(forceRefresh: Boolean = false, minTtlMs: Long? = null): String? =
        caller.run { keeper.refresher.getAccessToken(forceRefresh, minTtlMs) }

    /**
     * Sends a request with the user's access token. If the answer is 401, it renews the token and tries once more. Without a
     * signed-in user the request goes out without a token.
     *
     * Call only your own backend with it: anyone who receives the token can act as the user.
     *
     * @throws AuthException as [getAccessToken], and with `NETWORK` when there is no answer.
     */
    public suspend fun send(request: HttpRequest): HttpResponse {
        val token = getAccessToken()
        val user = user
        val response = sendWith(request, token)
        if (response.status != 401 || token == null) return response
        val next =
            try {
                caller.run { keeper.refresher.renew(token, user) }
            } catch (error: AuthException) {
                if (error.reason == AuthReason.CANCELLED) throw error
                null
            }
        return if (next == null) response else sendWith(request, next)
    }

    /**
     * Ends the pause after a failed renewal, and renews the access token if it needs to be. Call it when the app comes to
     * the foreground or back online. `svc-auth-android` does the first without you.
     */
    public fun wake() {
        caller.scope.launch { keeper.wake() }
    }

    /** Ends the client, for example after a test. Nobody is signed out; calls under way fail with `CANCELLED`. */
    override fun close(): Unit = caller.scope.cancel()

    private suspend fun sendWith(request: HttpRequest, token: String?): HttpResponse {
        val authorized = if (token == null) request else request.withHeader("authorization", "Bearer $token")
        return try {
            caller.transport.send(authorized)
        } catch (cause: java.io.IOException) {
            throw AuthException(AuthReason.NETWORK, "no answer", retryable = true, cause = cause)
        }
    }
}

/**
 * Creates a client. It reads the stored session at once; [AuthClient.awaitReady] returns when that is done.
 *
 * ```kotlin
 * val auth = AuthClient("https://auth.example.com", "pk_...", FileStorage(File("session")))
 * ```
 *
 * @param baseUrl where the server is, for example `https://auth.example.com`.
 * @param publishableKey the project's publishable key, `pk_...`. Not a secret.
 * @param storage where the session is kept: `KeystoreStorage` on Android.
 * @param transport what sends the requests. Android needs [OkHttpTransport].
 * @param storageKey the key in the storage. Set it only to keep two sessions of one project side by side.
 * @param locale the language of the user, such as `de-AT`, for the emails that a call causes; it is asked before each call.
 * @param timeoutMs how long one call may take.
 * @param refreshMarginMs how long before its expiry an access token is renewed. Default: about a minute.
 * @param clock replaces the clocks of the device.
 * @param onError receives errors that no call of yours can throw, such as a failed write in the background.
 * @throws IllegalArgumentException when `publishableKey` does not begin with `pk_`.
 */
public fun AuthClient(
    baseUrl: String,
    publishableKey: String,
    storage: AuthStorage,
    transport: Transport = JavaHttpTransport(),
    storageKey: String = "svc.auth.${publishableKey.take(15)}",
    locale: () -> String? = { Locale.getDefault().toLanguageTag() },
    timeoutMs: Long = 15_000,
    // Jitter, so that not all clients refresh at the same time.
    refreshMarginMs: Long = 60_000 + Random.nextLong(15_000),
    clock: Clock = DeviceClock,
    onError: (Throwable) -> Unit = {},
): AuthClient {
    // One thread at a time: what the parts of the client share needs no other locks.
    val dispatcher = Dispatchers.Default.limitedParallelism(1)
    val settings = Settings(baseUrl, publishableKey, storage, transport, storageKey, locale, timeoutMs, refreshMarginMs, clock, onError)
    return createClient(settings, dispatcher)
}

internal class Settings(
    val baseUrl: String,
    val publishableKey: String,
    val storage: AuthStorage,
    val transport: Transport,
    val storageKey: String,
    val locale: () -> String?,
    val timeoutMs: Long,
    val refreshMarginMs: Long,
    val clock: Clock,
    val onError: (Throwable) -> Unit,
)

internal fun createClient(settings: Settings, dispatcher: CoroutineDispatcher): AuthClient =
    with(settings) {
        require(publishableKey.startsWith("pk_")) { "publishableKey is not a pk_ key" }
        val url = baseUrl.trimEnd('/')
        val scope = CoroutineScope(SupervisorJob() + dispatcher)
        val call = Connect(url, publishableKey, transport, timeoutMs, locale)
        val newAttemptId = { toHex(randomBytes(16)) }
        val keeper = SessionKeeper(scope, call, storage, storageKey, refreshMarginMs, clock, newAttemptId, onError)
        AuthClient(Caller(scope, keeper, call, transport, storage, storageKey, url, publishableKey, clock))
    }
