package dev.svc.auth

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.async
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import java.security.SecureRandom

/** The internals that the parts of the client share. All of it runs on one thread at a time: that of `scope`. */
internal class Caller(
    val scope: CoroutineScope,
    val keeper: SessionKeeper,
    val call: Call,
    val transport: Transport,
    val storage: AuthStorage,
    val storageKey: String,
    val baseUrl: String,
    val publishableKey: String,
    val clock: Clock,
) {
    /** Calls a method with the user's access token, and renews the token once if the server rejects it. */
    val asUser: Call = CallAsUser(keeper, call)

    val userId: String? get() = keeper.view.current?.user?.id

    /**
     * Does the work of a public method. It goes on when the caller is cancelled, who only stops waiting: a token that the
     * server has replaced must be stored whoever wanted it.
     */
    suspend fun <T> run(work: suspend () -> T): T {
        val running = scope.async { work() }
        try {
            return running.await()
        } catch (cancelled: CancellationException) {
            currentCoroutineContext().ensureActive()
            throw AuthException(AuthReason.CANCELLED, "the client was closed", cause = cancelled)
        }
    }
}

private val secure = SecureRandom()

internal fun randomBytes(count: Int): ByteArray = ByteArray(count).also(secure::nextBytes)

private class CallAsUser(private val keeper: SessionKeeper, private val call: Call) : Call() {
    override suspend fun send(method: String, request: JsonObject, accessToken: String?): JsonObject {
        val refresher = keeper.refresher
        refresher.resume()
        val token = refresher.getAccessToken() ?: throw signedOut()
        val user = keeper.view.current?.user
        try {
            return call(method, request, token)
        } catch (error: AuthException) {
            val isRevoked = error.reason == "SESSION_REVOKED"
            if (!isRevoked && error.reason != "ACCESS_TOKEN_INVALID") throw error
            // The refresh finds out whether the session has ended, because this token may belong to an earlier one.
            val because =
                when {
                    !isRevoked -> null
                    error.metadata["cause"].isNullOrEmpty() -> SignedOutReason.REVOKED
                    else -> SignedOutReason.DELETED
                }
            val next = refresher.renew(token, user, because) ?: throw error
            return call(method, request, next)
        }
    }
}
