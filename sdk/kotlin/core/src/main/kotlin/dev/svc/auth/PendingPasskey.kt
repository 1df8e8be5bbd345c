package dev.svc.auth

import kotlin.math.abs

/** Longer than the answer to a repeated call takes to be of no use. */
private const val PENDING_MS = 900_000L

/**
 * Keeps a new passkey until the server has answered to it. After a lost answer, also when the app was killed, the same call
 * sends the same one again and asks the user nothing: otherwise there would be a passkey that the server does not know, or
 * two accounts. It is stored with the session, and every sign-in and sign-out removes it. What signs in is never kept: the
 * next person at the device would be signed in as the one before.
 */
internal class PendingPasskey(private val caller: Caller) {
    private val disk = caller.keeper.disk

    /** The id of a passkey that the server may not know yet. */
    suspend fun credentialId(): String? = last()?.text("credentialJson")?.let(::idOf)

    suspend fun <T> run(
        call: String,
        input: JsonObject,
        ceremony: suspend () -> String,
        send: suspend (credentialJson: String) -> T,
    ): T {
        val (asked, kept) = caller.run { question(call, input) to last() }
        val credentialJson = kept?.text("credentialJson")
        if (credentialJson != null && kept.text("asked") == asked) {
            try {
                return caller.run { finish(credentialJson, send) }
            } catch (error: AuthException) {
                // It was too late for it. The user is asked again.
                if (error.reason != AuthReason.PASSKEY_INVALID) throw error
            }
        }
        val made = ceremony()
        return caller.run {
            val passkey = jsonOf("asked" to asked, "credentialJson" to made, "at" to caller.clock.now())
            disk.change { it.replaceable().with("passkey" to passkey) }
            finish(made, send)
        }
    }

    /** What it is for: the call, the app's input and who is signed in. */
    private suspend fun question(call: String, input: JsonObject): String {
        caller.keeper.ready.await()
        return writeJson(listOf(call, input, caller.userId))
    }

    private suspend fun last(): JsonObject? =
        disk.read().passkey?.takeIf { abs(caller.clock.now() - (it.long("at") ?: 0)) < PENDING_MS }

    private suspend fun <T> finish(credentialJson: String, send: suspend (String) -> T): T =
        try {
            send(credentialJson).also { forget() }
        } catch (error: AuthException) {
            if (!error.retryable) forget()
            throw error
        }

    /** Best effort: it is of no use soon. */
    private suspend fun forget() {
        try {
            disk.change { stored -> if (stored.passkey == null) null else stored.with("passkey" to null) }
        } catch (_: AuthException) {
        }
    }
}

/** The id in the answer of a device; null when it is not one. */
internal fun idOf(credentialJson: String): String? =
    try {
        objectOf(readJson(credentialJson))?.text("id")
    } catch (_: JsonException) {
        null
    }
