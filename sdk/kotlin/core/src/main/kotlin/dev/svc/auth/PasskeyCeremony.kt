package dev.svc.auth

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.async
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.supervisorScope
import java.util.concurrent.atomic.AtomicReference

/** Asks the platform, one ceremony at a time: a new one ends the one before. */
internal class PasskeyCeremony(private val platform: PasskeyPlatform) {
    private val last = AtomicReference<Deferred<String>?>()

    suspend fun create(start: suspend () -> String): String = ask(true, start) { platform.create(it) }

    suspend fun get(start: suspend () -> String): String = ask(false, start) { platform.get(it) }

    private suspend fun ask(creates: Boolean, start: suspend () -> String, show: suspend (String) -> String): String {
        if (!platform.isAvailable()) throw failed("NotSupportedError", null)
        return supervisorScope {
            val asking = async { platformAnswer(creates, start(), show) }
            last.getAndSet(asking)?.cancel()
            try {
                asking.await()
            } catch (cancelled: CancellationException) {
                currentCoroutineContext().ensureActive()
                throw AuthException(AuthReason.CANCELLED, "another passkey was asked for", cause = cancelled)
            }
        }
    }

    private suspend fun platformAnswer(creates: Boolean, optionsJson: String, show: suspend (String) -> String): String =
        try {
            show(optionsJson)
        } catch (known: AuthException) {
            throw known
        } catch (cancelled: CancellationException) {
            throw cancelled
        } catch (cause: Exception) {
            throw failure(cause, creates)
        }
}

private val CANCELLED = Regex("NotAllowedError|AbortError|Cancell?ation|user_?cancell?ed", RegexOption.IGNORE_CASE)
private val EXISTS = Regex("InvalidStateError|AlreadyExists", RegexOption.IGNORE_CASE)

/** The platforms say the same in many ways: by the name of an error of WebAuthn, or of a class of their own. */
private fun failure(cause: Exception, creates: Boolean): AuthException {
    val name = cause.javaClass.simpleName
    val said = "$name ${cause.message}"
    return when {
        CANCELLED.containsMatchIn(said) -> AuthException(AuthReason.CANCELLED, "the user turned back", cause = cause)
        creates && EXISTS.containsMatchIn(said) ->
            AuthException(AuthReason.PASSKEY_ALREADY_EXISTS, "this device has a passkey of the account", cause = cause)
        else -> failed(name, cause)
    }
}

private fun failed(name: String, cause: Exception?): AuthException =
    AuthException(AuthReason.PASSKEY_FAILED, "the device refused", metadata = mapOf("error" to name), cause = cause)
