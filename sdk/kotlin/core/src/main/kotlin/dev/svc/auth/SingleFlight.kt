package dev.svc.auth

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.async
import kotlin.random.Random

/**
 * Callers share the call that is under way. After a failure they get the same one for a while, longer each time, so that
 * an app that asks in a loop does not ask a server in trouble. A failure of the device itself pauses nothing.
 */
internal class SingleFlight(
    private val scope: CoroutineScope,
    private val clock: Clock,
    private val work: suspend (used: String, because: SignedOutReason?) -> Unit,
) {
    private var flight: Deferred<Unit>? = null
    private var failure: AuthException? = null
    private var failures = 0
    private var pauseEnds = Long.MIN_VALUE

    suspend fun run(used: String, because: SignedOutReason? = null) {
        failure?.let { if (clock.steady() < pauseEnds) throw it }
        val mine = flight ?: scope.async { fly(used, because) }.also { flight = it }
        mine.await()
    }

    /** Ends the pause. */
    fun resume() {
        pauseEnds = Long.MIN_VALUE
    }

    private suspend fun fly(used: String, because: SignedOutReason?) {
        try {
            work(used, because)
            failures = 0
            resume()
        } catch (error: AuthException) {
            failure = error
            if (error.reason != AuthReason.STORAGE) pause(error)
            throw error
        } finally {
            flight = null
        }
    }

    private fun pause(error: AuthException) {
        val pause = maxOf(minOf(48_000L, 800L shl minOf(failures++, 10)), error.retryAfterMs ?: 0)
        // Not all clients at the same moment.
        pauseEnds = clock.steady() + pause + (pause * Random.nextDouble() / 4).toLong()
    }
}
