package dev.svc.auth

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive

internal class Disk(private val storage: AuthStorage, private val key: String) {
    /** Fails only when it is cancelled. */
    suspend fun read(): Stored {
        val text =
            try {
                storing { storage.get(key) }
            } catch (failed: AuthException) {
                return Stored(emptyMap(), failed)
            }
        return storedIn(if (text.isNullOrEmpty()) "{}" else text) ?: Stored(emptyMap(), damaged())
    }

    /**
     * Replaces the stored data by the result of `edit`, if it has one. It uses no network, so others do not wait long.
     */
    suspend fun change(edit: (Stored) -> Stored?): Unit =
        withSharedLock("$key.disk") {
            val next = edit(read()) ?: return@withSharedLock
            storing { storage.set(key, writeJson(next.json)) }
        }

    private fun storedIn(text: String): Stored? {
        val json =
            try {
                objectOf(readJson(text))
            } catch (_: JsonException) {
                null
            } ?: return null
        val stored = Stored(json)
        val session = stored.session ?: return stored.takeIf { json["session"] == null }
        return stored.takeIf { session.user.id.isNotEmpty() && session.refreshToken.isNotEmpty() }
    }

    private fun damaged() = AuthException(AuthReason.STORAGE, "storage failed")
}

/** What the storage throws, as the app sees it. */
internal suspend fun <T> storing(work: suspend () -> T): T =
    try {
        work()
    } catch (cause: Exception) {
        // A timeout inside of the storage is a failure, too.
        if (cause is CancellationException) currentCoroutineContext().ensureActive()
        throw storageFailed(cause)
    }
