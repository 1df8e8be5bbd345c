package dev.svc.auth

import kotlinx.coroutines.channels.awaitClose
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.callbackFlow
import kotlinx.coroutines.flow.conflate
import kotlinx.coroutines.flow.distinctUntilChanged
import kotlinx.coroutines.launch

/** Something about the user as the server last said, for what the app shows. It belongs to one user. */
internal class KeptList<T>(private val caller: Caller, private val fetch: suspend () -> T) {
    private val listeners = LinkedHashSet<() -> Unit>()
    private var owner: String? = null

    @Volatile
    var known: T? = null
        private set

    init {
        caller.keeper.view.listen { _, _ -> followUser() }
        caller.scope.launch { followUser() }
    }

    suspend fun get(): T {
        val whose = caller.userId
        val found = fetch()
        if (whose == caller.userId) show(found)
        return found
    }

    /** For what is shown: what fails is tried again when the state of the client changes. */
    fun reload() {
        if (listeners.isNotEmpty() && caller.userId != null) caller.keeper.inBackground { get() }
    }

    fun flow(): Flow<T?> =
        callbackFlow {
            val listener: () -> Unit = { trySend(known) }
            caller.scope.launch {
                listener()
                listeners += listener
                if (known == null) reload()
            }
            awaitClose { caller.scope.launch { listeners -= listener } }
        }.conflate().distinctUntilChanged()

    private fun followUser() {
        if (owner != caller.userId) show(null)
        owner = caller.userId
        if (known == null) reload()
    }

    private fun show(next: T?) {
        if (next == known) return
        known = next
        for (listener in listeners.toList()) listener()
    }
}
