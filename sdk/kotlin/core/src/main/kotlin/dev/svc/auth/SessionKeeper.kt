package dev.svc.auth

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.async
import kotlinx.coroutines.launch

/** Owns the session: the stored copy, the state that the app sees, and the refresher. */
internal class SessionKeeper(
    private val scope: CoroutineScope,
    private val call: Call,
    storage: AuthStorage,
    storageKey: String,
    refreshMarginMs: Long,
    private val clock: Clock,
    private val newAttemptId: () -> String,
    private val onError: (Throwable) -> Unit,
) {
    private val lifetimes = Lifetimes(clock)
    val disk = Disk(storage, storageKey)
    val view = AuthView(scope) { lifetimes.ttlOf(it) <= 0 }
    private val opener = Opener(call, disk, newAttemptId, ::keep)

    /** Ends when the stored session was read. It uses no network. */
    val ready: Deferred<Unit> = scope.async { restore() }

    val refresher =
        Refresher(
            RefresherParts(
                scope, call, disk, view, clock, storageKey, refreshMarginMs, lifetimes::ttlOf, ::received, onError, ready,
            ),
        )

    /** Called when the app comes to the foreground or online. `Billing` sets it. */
    @Volatile
    var woken: () -> Unit = {}

    /** Asks the server again at once, if need be, although it failed a moment ago. */
    fun wake() {
        refresher.resume()
        inBackground { refresher.getAccessToken() }
        woken()
    }

    /** Begins at once, and tells nobody of failures. */
    fun inBackground(onFailure: (AuthException) -> Unit = {}, work: suspend () -> Unit) {
        scope.launch(start = CoroutineStart.UNDISPATCHED) {
            try {
                work()
            } catch (error: AuthException) {
                onFailure(error)
            }
        }
    }

    /**
     * Calls a method that opens a session, then stores and shows the session. The attempt id is on disk before the call, and
     * stays there until there is an answer: after a lost answer the next call gets the same session. Null when the email
     * must be verified first, which only a sign-up says.
     */
    suspend fun openUnlessUnverified(method: String, request: JsonObject): Session? = opener.open(method, request)

    suspend fun open(method: String, request: JsonObject = emptyMap()): Session = opener.open(method, request) ?: throw noAnswer()

    suspend fun rotate(
        isDone: (before: User, now: User) -> Boolean,
        call: suspend (attemptId: String?, accessToken: String) -> JsonObject,
    ): Session = refresher.rotate(isDone, call)

    /**
     * Signs out on this device at once. With `tellsServer` the session is then ended on the server too. If that fails, it is
     * tried again at the next start of the app.
     */
    suspend fun close(reason: SignedOutReason, tellsServer: Boolean = false) {
        val last = view.current
        var toEnd: List<String>? = null
        view.show(null, reason)
        try {
            disk.change { stored ->
                val session = stored.session ?: last
                val ended = stored.ended.orEmpty()
                toEnd = if (tellsServer && session != null) ended + session.refreshToken else ended
                stored.with("session" to null, "emailCode" to null, "passkey" to null, "ended" to toEnd)
            }
        } finally {
            // Again, because a refresh that was written before this change may have shown its session meanwhile.
            view.show(null, reason)
            endOnServer(toEnd.orEmpty())
        }
    }

    /** Shows and stores the user that the server returned, unless another user is signed in by now. */
    fun keepUser(user: User): User {
        val current = view.current
        if (current != null && current.user.id == user.id) {
            view.show(current.with(user))
            inBackground(onError) {
                disk.change { stored ->
                    stored.session?.takeIf { it.user.id == user.id }?.let { stored.with(it.with(user)) }
                }
            }
        }
        return user
    }

    private suspend fun restore() {
        val stored = disk.read()
        stored.broken?.let(onError)
        view.show(stored.session, stored.broken?.let { SignedOutReason.STORAGE })
        endOnServer(stored.ended.orEmpty())
    }

    private fun received(answer: JsonObject): StoredSession {
        val accessToken = answer.textOrNone("accessToken") ?: throw noAnswer()
        val refreshToken = answer.textOrNone("refreshToken") ?: throw noAnswer()
        val user = answer.child("user") ?: throw noAnswer()
        lifetimes.begin(accessToken) // its lifetime is counted from now
        return StoredSession(
            jsonOf(
                "user" to decodeUser(user).json,
                "accessToken" to accessToken,
                "refreshToken" to refreshToken,
                "attemptId" to newAttemptId(),
                "receivedAt" to clock.now(),
                "lifetimeMs" to (answer.long("expiresIn") ?: 0) * 1000,
            ),
        )
    }

    /** Stores and shows the session of an answer. */
    private suspend fun keep(answer: JsonObject?, attemptId: String): Session? {
        var session = answer?.let(::received)
        disk.change { stored ->
            val last = stored.replaceable().session
            if (stored.attempt == attemptId || last?.user?.id != session?.user?.id) {
                stored
                    .with("session" to (session ?: last)?.json, "attempt" to null, "passkey" to null)
                    .withDeviceToken(session?.user?.email, answer?.text("deviceToken"))
            } else {
                // Another process was faster with the same attempt, and may have used the token since.
                session = last
                null
            }
        }
        session?.let { view.show(it) }
        return session?.shown(answer?.text("canceledDeletionTime"))
    }

    /**
     * Signs these refresh tokens out on the server and then removes them from `ended`. Best effort: those that remain in
     * `ended` are sent again at the next start.
     */
    private fun endOnServer(tokens: List<String>) {
        for (refreshToken in tokens) {
            inBackground({ if (!it.retryable) onError(it) }) {
                call("SignOut", jsonOf("refreshToken" to refreshToken))
                disk.change { stored -> stored.ended?.let { stored.with("ended" to it - refreshToken) } }
            }
        }
    }
}

private class Opener(
    private val call: Call,
    private val disk: Disk,
    private val newAttemptId: () -> String,
    private val keep: suspend (answer: JsonObject?, attemptId: String) -> Session?,
) {
    suspend fun open(method: String, request: JsonObject): Session? =
        try {
            send(method, request, isNew = false)
        } catch (error: AuthException) {
            // The server has forgotten the attempt, or it was another request.
            if (error.reason != "ATTEMPT_INVALID") throw error
            send(method, request, isNew = true)
        }

    private suspend fun send(method: String, request: JsonObject, isNew: Boolean): Session? {
        var attemptId = ""
        disk.change { stored ->
            attemptId = (if (isNew) null else stored.replaceable().attempt) ?: newAttemptId()
            stored.with("attempt" to attemptId)
        }
        val answer = call(method, request + ("attemptId" to attemptId))
        return keep(if ("SignUp" in method) answer.child("tokens") else answer, attemptId)
    }
}
