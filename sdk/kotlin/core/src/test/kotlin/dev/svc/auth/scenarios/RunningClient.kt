package dev.svc.auth.scenarios

import dev.svc.auth.AuthClient
import dev.svc.auth.AuthException
import dev.svc.auth.AuthReason
import dev.svc.auth.BrowserSignIn
import dev.svc.auth.Passkeys
import dev.svc.auth.PasskeyPlatform
import dev.svc.auth.Settings
import dev.svc.auth.createClient
import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException

internal const val BASE_URL = "https://auth.example.com"
internal const val PUBLISHABLE_KEY = "pk_scenario_0123456789"
internal const val STORAGE_KEY = "svc.auth.pk_scenario_012"

/** When the client is killed: before or after a write, once so many others have passed. */
internal class KillPlan(val before: Boolean, var skip: Long)

/** The client asks the user something: in a browser, or for a passkey. */
internal class Question(
    /** `browser`, `create` or `get`. */
    val kind: String,
    /** The URL of the browser, or the options of the passkey. */
    val asked: String,
    private val waiting: CancellableContinuation<String>,
) {
    fun answer(text: String) = waiting.resume(text)

    fun cancel() {
        val isBrowser = kind == "browser"
        waiting.resumeWithException(
            if (isBrowser) AuthException(AuthReason.CANCELLED, "turned back") else IllegalStateException("NotAllowedError"),
        )
    }
}

/** One run of a client. Once it is killed it reads, writes, sends and receives nothing, and its calls never end. */
internal class RunningClient(
    val name: String,
    run: Int,
    dispatcher: ScenarioDispatcher,
    clock: ScenarioClock,
    disk: ScenarioDisk,
    network: ScenarioNetwork,
    private val onKilled: () -> Unit,
) {
    var isAlive = true
        private set
    var killPlan: KillPlan? = null
    val questions = ArrayDeque<Question>()

    val client: AuthClient =
        createClient(
            Settings(
                baseUrl = BASE_URL,
                publishableKey = PUBLISHABLE_KEY,
                storage = disk.storageOf(this),
                transport = { unlessKilled { network.send(this, it) } },
                storageKey = withRun(STORAGE_KEY, run),
                locale = { null },
                timeoutMs = 60_000,
                refreshMarginMs = 60_000,
                clock = clock,
                // Failed writes are on purpose.
                onError = {},
            ),
            dispatcher,
        )
    val browser = BrowserSignIn(client) { url, _ -> ask("browser", url) }
    val passkeys =
        Passkeys(
            client,
            object : PasskeyPlatform {
                override suspend fun create(optionsJson: String) = ask("create", optionsJson)

                override suspend fun get(optionsJson: String) = ask("get", optionsJson)
            },
        )

    /** The result, which never comes once the client is killed. */
    suspend fun <T> unlessKilled(work: suspend () -> T): T {
        if (!isAlive) awaitCancellation()
        try {
            return work().also { if (!isAlive) awaitCancellation() }
        } catch (error: Exception) {
            if (isAlive) throw error
            awaitCancellation()
        }
    }

    suspend fun writing(work: () -> Unit) =
        unlessKilled {
            val plan = killPlan?.takeIf { it.skip-- <= 0 }
            if (plan != null) killPlan = null
            if (plan?.before == true) kill() else work()
            if (plan?.before == false) kill()
        }

    fun kill() {
        isAlive = false
        onKilled()
    }

    private suspend fun ask(kind: String, asked: String): String =
        unlessKilled { suspendCancellableCoroutine { questions += Question(kind, asked, it) } }
}
