package dev.svc.auth

import kotlin.math.abs

private const val HOUR_MS = 3_600_000L

/**
 * Stores the user's entitlements, also across restarts. An entitlement is valid until its expiry. The time until then is
 * measured from the answer with two clocks, because one can be wrong or set back, and the other can stop.
 */
internal class KeptEntitlements(private val caller: Caller) {
    private val clock = caller.clock
    private val key = "${caller.storageKey}.entitlements"
    private val writeLock = "$key.disk"

    /** The server's last answer, as it is kept in memory and in the client's storage. */
    private class Kept(
        /** The user of these entitlements. */
        val user: String,
        val list: List<Entitlement>,
        /** When the answer arrived, by the clocks of this device and of the server. */
        val at: Long,
        val serverAt: Long,
        /** The same by the monotonic clock. */
        val arrivedAt: Long,
    )

    @Volatile
    private var kept: Kept? = null
    private var writtenAt = 0L

    /** Null when nothing is stored for the signed-in user. */
    fun current(): List<Entitlement>? = kept?.takeIf { it.user == caller.userId }?.let(::listOf)

    /** Returns whether anything has changed. */
    fun keep(session: StoredSession, list: List<Entitlement>): Boolean {
        val at = clock.now()
        val next = Kept(session.user.id, list, at, serverTime(session, at), clock.steady())
        val isNew = kept?.user != next.user || kept?.list != list
        kept = next
        if (isNew || abs(at - writtenAt) > HOUR_MS) {
            writtenAt = at
            val text =
                writeJson(
                    jsonOf("user" to next.user, "list" to list.map { it.json }, "at" to at, "serverAt" to next.serverAt),
                )
            write { caller.storage.set(key, text) }
        }
        return isNew
    }

    /** Reads what an earlier run of the app has stored, unless something is known already. Returns whether it did. */
    suspend fun load(): Boolean {
        val found = stored() ?: return false
        val age = clock.now() - found.at
        // The clock was set back if it shows a time before the answer.
        if (current() != null || age <= -GRANULARITY_MS || found.serverAt <= 0) return false
        kept = found
        return true
    }

    fun forget() {
        kept = null
        write { caller.storage.remove(key) }
    }

    /** Null when nothing is there, it is damaged, or it cannot be read now. */
    private suspend fun stored(): Kept? {
        val json =
            try {
                objectOf(readJson(storing { caller.storage.get(key) } ?: return null))
            } catch (_: AuthException) {
                null
            } catch (_: JsonException) {
                null
            } ?: return null
        val at = json.long("at") ?: return null
        if (json["list"] !is List<*>) return null
        val since = clock.steady() - (clock.now() - at)
        return Kept(json.text("user").orEmpty(), json.children("list").map(::Entitlement), at, json.long("serverAt") ?: 0, since)
    }

    private fun listOf(kept: Kept): List<Entitlement> {
        val now = kept.serverAt + maxOf(clock.now() - kept.at, clock.steady() - kept.arrivedAt)
        return kept.list.map { each ->
            val expiresAt = each.expiresAt
            if (expiresAt == null || (millisOf(expiresAt) ?: Long.MIN_VALUE) > now) each else each.inactive()
        }
    }

    /** Writes are sequential and best effort: if one is lost, the next start needs the server. */
    private fun write(work: suspend () -> Unit) {
        caller.keeper.inBackground { withSharedLock(writeLock) { storing(work) } }
    }
}

/** The server's time at `now` of this device: it wrote its own into the access token, which came a few minutes ago. */
private fun serverTime(session: StoredSession, now: Long): Long {
    val issuedAt = payloadOf(session.accessToken).long("iat") ?: return now
    return issuedAt * 1000 + maxOf(0, now - session.receivedAt)
}
