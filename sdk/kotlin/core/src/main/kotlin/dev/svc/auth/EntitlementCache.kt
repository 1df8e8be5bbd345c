package dev.svc.auth

import kotlinx.coroutines.Deferred
import kotlinx.coroutines.async
import kotlinx.coroutines.launch

/** How long `has` returns true without asking the server. */
private const val RECENT_MS = 60_000L

/** Fetches the user's entitlements, and uses the stored ones while the server cannot be reached. */
internal class EntitlementCache(private val caller: Caller) {
    private val keeper = caller.keeper
    private val clock = caller.clock
    private val kept = KeptEntitlements(caller)
    private val listeners = LinkedHashSet<() -> Unit>()

    /** When the server last answered or could not be reached; null when it has to be asked in any case. */
    private var triedAt: Long? = null
    private var flight: Deferred<List<Entitlement>>? = null
    private var owner: String? = null

    // Answers may arrive out of order: the answer to an older request does not replace a newer one.
    private var requests = 0
    private var storedRequest = 0

    init {
        keeper.view.listen { state, _ -> followUser(state) }
        caller.scope.launch { followUser(keeper.view.state.value) }
        keeper.woken = {
            triedAt = null
            if (kept.current() != null || listeners.isNotEmpty()) refresh()
        }
    }

    /** Calls a method as the user and stores the entitlements in its answer, if the same user is still signed in. */
    suspend fun ask(method: String, purchases: JsonObject? = null): JsonObject {
        keeper.ready.await()
        val user = caller.userId
        var request = ++requests
        val answer = caller.asUser("billing.v1.BillingService/$method", purchases.orEmpty())
        // This answer includes the purchases; the answer to a concurrent request may not.
        if (purchases != null) request = ++requests
        val session = keeper.view.current
        if (user != null && user != session?.user?.id) throw signedOut()
        if (user != null && session != null && request > storedRequest) {
            storedRequest = request
            triedAt = clock.steady()
            if (kept.keep(session, entitlementsIn(answer))) tell()
        }
        return answer
    }

    suspend fun entitlements(): List<Entitlement> {
        val mine = flight ?: takeOff()
        try {
            return mine.await()
        } catch (error: AuthException) {
            if (!error.retryable) throw error
            triedAt = clock.steady()
            if (kept.current() == null) kept.load()
            return kept.current() ?: throw error
        }
    }

    fun current(): List<Entitlement>? = kept.current()

    /** Null while nothing is known about the user. */
    fun hasCached(id: String): Boolean? = kept.current()?.any { it.active && it.id == id }

    suspend fun has(id: String): Boolean {
        keeper.ready.await()
        return (isRecent() && hasCached(id) == true) || entitlements().any { it.active && it.id == id }
    }

    suspend fun listen(listener: () -> Unit) {
        listeners += listener
        if (isRecent()) return
        refresh()
        if (kept.load()) tell()
    }

    fun forget(listener: () -> Unit) {
        listeners -= listener
    }

    private fun takeOff(): Deferred<List<Entitlement>> {
        triedAt = null
        lateinit var mine: Deferred<List<Entitlement>>
        mine =
            caller.scope.async {
                try {
                    entitlementsIn(ask("ListEntitlements"))
                } finally {
                    if (flight === mine) flight = null
                }
            }
        flight = mine
        return mine
    }

    /** Deletes the stored entitlements when the user signs out, and notices when the user changes. */
    private fun followUser(state: AuthState) {
        if (state is AuthState.SignedOut && state.reason != null && state.reason != SignedOutReason.STORAGE) kept.forget()
        val user = caller.userId
        if (owner != user) {
            // A pending answer for the previous user is not for this one.
            if (owner != null) flight = null
            tell()
            if (listeners.isNotEmpty()) refresh()
        }
        owner = user
    }

    private fun isRecent(): Boolean = triedAt?.let { clock.steady() - it < RECENT_MS } == true

    private fun refresh() = keeper.inBackground { entitlements() }

    private fun tell() {
        for (listener in listeners.toList()) listener()
    }
}
