package dev.svc.auth.scenarios

import dev.svc.auth.AuthStorage
import dev.svc.auth.Clock
import dev.svc.auth.HttpRequest
import dev.svc.auth.HttpResponse
import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.suspendCancellableCoroutine
import java.io.IOException
import java.util.concurrent.ConcurrentLinkedQueue
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException

/** Runs the clients in the thread of the test, so that it knows when they have nothing left to do. */
internal class ScenarioDispatcher : CoroutineDispatcher() {
    private val queue = ConcurrentLinkedQueue<Runnable>()

    override fun dispatch(context: CoroutineContext, block: Runnable) {
        queue += block
    }

    fun settle() {
        while (true) (queue.poll() ?: return).run()
    }
}

/** The clocks, which only the scenario moves. */
internal class ScenarioClock(private var wall: Long) : Clock {
    private var up = 0L

    override fun now(): Long = wall

    override fun steady(): Long = up

    fun pass(ms: Long) {
        wall += ms
        up += ms
    }

    fun set(ms: Long) {
        wall += ms
    }
}

/** What outlives the clients. Its reads and writes can be made to fail. */
internal class ScenarioDisk {
    private val items = HashMap<String, String>()
    private val failures = hashMapOf("reads" to 0L, "writes" to 0L)

    fun put(key: String, text: String) {
        items[key] = text
    }

    fun textAt(key: String): String? = items[key]

    fun fail(kind: String, times: Long) {
        require(kind in failures) { "unknown $kind" }
        failures[kind] = times
    }

    /** As one client sees it. */
    fun storageOf(client: RunningClient): AuthStorage =
        object : AuthStorage {
            override suspend fun get(key: String): String? =
                client.unlessKilled {
                    use("reads")
                    items[withoutRun(key)]
                }

            override suspend fun set(key: String, value: String) = write { items[withoutRun(key)] = value }

            override suspend fun remove(key: String) = write { items.remove(withoutRun(key)) }

            private suspend fun write(edit: () -> Unit) =
                client.writing {
                    use("writes")
                    edit()
                }
        }

    private fun use(kind: String) {
        val left = failures.getValue(kind)
        if (left <= 0) return
        failures[kind] = left - 1
        throw IOException("the storage refuses $kind")
    }
}

/**
 * Clients of one process take turns by their storage key. The number makes a process of its own, also of one that was killed
 * and started again.
 */
internal fun withRun(key: String, run: Int): String = "$key#$run"

private fun withoutRun(key: String): String = key.replace(Regex("#\\d+"), "")

/** A request that a client has sent. */
internal class SentRequest(
    val from: RunningClient,
    val request: HttpRequest,
    private val waiting: CancellableContinuation<HttpResponse>,
) {
    fun answer(answer: Map<String, Any?>) {
        try {
            waiting.resume(responseOf(answer))
        } catch (lost: IOException) {
            waiting.resumeWithException(lost)
        }
    }
}

/** Carries requests to the scenario, and the answers of the scenario back. */
internal class ScenarioNetwork {
    /** Sent, and not taken by a step yet. */
    val waiting = ArrayList<SentRequest>()

    suspend fun send(from: RunningClient, request: HttpRequest): HttpResponse =
        suspendCancellableCoroutine { waiting += SentRequest(from, request, it) }

    fun describeWaiting(): String = waiting.joinToString { "${it.from.name}: ${it.request.url}" }.ifEmpty { "none" }
}
