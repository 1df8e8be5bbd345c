package dev.svc.auth

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Deferred

internal class RefresherParts(
    val scope: CoroutineScope,
    val call: Call,
    val disk: Disk,
    val view: AuthView,
    val clock: Clock,
    val storageKey: String,
    val refreshMarginMs: Long,
    val ttlOf: (StoredSession) -> Long,
    val received: (JsonObject) -> StoredSession,
    val onError: (Throwable) -> Unit,
    /** Ends when the stored session was read. */
    val ready: Deferred<Unit>,
)

/** Runs one refresh at a time, for all callers and clients. */
internal class Refresher(private val parts: RefresherParts) {
    private val disk = parts.disk
    private val view = parts.view
    private val settler = Settler(disk, view, parts.onError)
    private val refreshOnce =
        SingleFlight(parts.scope, parts.clock) { used, because ->
            withSharedLock(parts.storageKey) { refresh(used, because) }
        }

    /** The attempt of a token that was renewed for a call that then was refused. */
    private var renewed: String? = null

    suspend fun getAccessToken(forceRefresh: Boolean = false, minTtlMs: Long? = null): String? {
        if (forceRefresh) resume()
        parts.ready.await()
        if (view.current == null) showOthers()
        val current = view.current ?: return null
        if (forceRefresh || !isFresh(current, minTtlMs)) {
            try {
                refreshOnce.run(current.accessToken)
            } catch (error: AuthException) {
                // The token may have become stale meanwhile.
                view.current?.let { view.show(it) }
                if (forceRefresh || parts.ttlOf(current) <= 0) throw error
            }
        }
        return view.current?.accessToken
    }

    /** Ends the pause after a failure: the app is in use or online again. */
    fun resume(): Unit = refreshOnce.resume()

    /**
     * Another access token than the one that no longer serves. Null when the session has ended, or when another user has
     * signed in meanwhile: nothing is repeated in their name.
     */
    suspend fun renew(used: String, user: User?, because: SignedOutReason? = null): String? {
        refreshOnce.run(used, because)
        val next = view.current ?: return null
        return next.accessToken.takeIf { it != used && next.user.id == user?.id }
    }

    /**
     * A call that uses up the refresh token as a refresh does. The token on disk is renewed first: if a refresh whose answer
     * was lost were still open, the server would take its later repetition for theft. If the renewed one cannot be written,
     * nothing else is sent, for the same reason. When this call's own answer is lost, the next refresh brings what it has
     * changed; `isDone` then finds that nothing is left to do. After a refusal that says when to come again nothing has
     * changed, and the token need not be renewed once more.
     */
    suspend fun rotate(
        isDone: (before: User, now: User) -> Boolean,
        call: suspend (attemptId: String?, accessToken: String) -> JsonObject,
    ): Session =
        withSharedLock(parts.storageKey) {
            val before = disk.read().session
            val isRenewed = before != null && before.attemptId == renewed && isFresh(before)
            if (!isRenewed) refresh(before?.accessToken)
            val stored = disk.read()
            stored.broken?.let { throw it }
            stored.session?.let { rotateNow(before, it, isRenewed, isDone, call) }
            view.current?.shown() ?: throw signedOut()
        }

    private suspend fun rotateNow(
        before: StoredSession?,
        session: StoredSession,
        isRenewed: Boolean,
        isDone: (before: User, now: User) -> Boolean,
        call: suspend (attemptId: String?, accessToken: String) -> JsonObject,
    ) {
        if (before == null || (!isRenewed && session.attemptId == before.attemptId)) throw storageFailed()
        if (isDone(before.user, session.user)) return
        val answer =
            try {
                call(session.attemptId, session.accessToken)
            } catch (error: AuthException) {
                if (error.retryAfterMs != null) renewed = session.attemptId
                throw error
            }
        settler.settle(session.refreshToken, parts.received(answer))
    }

    /**
     * Another client may have signed in, and the key store of a locked phone opens later. By way of the lock, which a
     * sign-out that has not been written yet holds.
     */
    private suspend fun showOthers() {
        disk.change {
            it.session?.let { session -> view.show(session) }
            null
        }
    }

    /** Sends only the token that is on disk, because only that one survives a crash. */
    private suspend fun refresh(used: String?, because: SignedOutReason? = null) {
        val stored = disk.read()
        stored.broken?.let { throw it }
        val session = stored.session ?: return view.show(null, SignedOutReason.USER)
        if (session.accessToken != used && isFresh(session)) return view.show(session)
        val request = jsonOf("refreshToken" to session.refreshToken, "attemptId" to session.attemptId)
        try {
            settler.settle(session.refreshToken, parts.received(parts.call("RefreshToken", request)))
        } catch (error: AuthException) {
            val reason = endOf(error, because) ?: throw error
            settler.settle(session.refreshToken, null, reason)
        }
    }

    private fun isFresh(session: StoredSession, minTtlMs: Long? = null): Boolean =
        parts.ttlOf(session) > (minTtlMs ?: minOf(parts.refreshMarginMs, session.lifetimeMs / 5))
}

/** The result of a refresh is used only if its token is still the one on disk. */
private class Settler(private val disk: Disk, private val view: AuthView, private val onError: (Throwable) -> Unit) {
    suspend fun settle(presented: String, next: StoredSession?, reason: SignedOutReason? = null) {
        var conclude: (() -> Unit)? = null
        try {
            disk.change { stored ->
                stored.broken?.let { throw it }
                val isOurs = stored.session?.refreshToken == presented
                // Otherwise the user has signed out or in again, or another process was faster with the same attempt.
                conclude = { if (isOurs) view.show(next, reason) else view.show(stored.session, SignedOutReason.USER) }
                if (isOurs) stored.with(next) else null
            }
        } catch (error: AuthException) {
            if (conclude == null) throw error
            // Not written: the old token stays on disk, and the same attempt will be repeated.
            onError(error)
        }
        conclude?.invoke()
    }
}

/** The only errors that end a session. All others, including no answer, leave it unchanged. */
private fun endOf(error: AuthException, because: SignedOutReason?): SignedOutReason? =
    when (error.reason) {
        "REFRESH_TOKEN_INVALID" -> because ?: SignedOutReason.EXPIRED
        AuthReason.USER_DISABLED -> SignedOutReason.DISABLED
        "REFRESH_TOKEN_REUSED", "SESSION_REVOKED" -> SignedOutReason.REVOKED
        else -> null
    }
