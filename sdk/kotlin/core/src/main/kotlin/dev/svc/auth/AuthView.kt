package dev.svc.auth

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.asStateFlow
import kotlinx.coroutines.launch
import java.util.concurrent.CopyOnWriteArrayList

internal typealias ViewListener = (state: AuthState, event: AuthEvent) -> Unit

/** The state that the app sees. Listeners run later, so that they hold no lock. */
internal class AuthView(
    private val scope: CoroutineScope,
    private val isOver: (StoredSession) -> Boolean,
) {
    private val shown = MutableStateFlow<AuthState>(AuthState.Loading)
    private val listeners = CopyOnWriteArrayList<ViewListener>()

    val state: StateFlow<AuthState> = shown.asStateFlow()

    /** What `state` shows, with its tokens. */
    @Volatile
    var current: StoredSession? = null
        private set

    fun show(session: StoredSession?, reason: SignedOutReason? = null) {
        val before = shown.value
        // The first reason for being signed out is kept.
        if (session == null && before is AuthState.SignedOut) return
        current = session
        val next =
            if (session == null) AuthState.SignedOut(reason)
            else AuthState.SignedIn(session.user, session.shown(), isOver(session))
        if (next == before) return
        shown.value = next
        for (listener in listeners) scope.launch { listener(next, eventOf(before, next)) }
    }

    /** For as long as the client lives. */
    fun listen(listener: ViewListener) {
        listeners += listener
    }
}
