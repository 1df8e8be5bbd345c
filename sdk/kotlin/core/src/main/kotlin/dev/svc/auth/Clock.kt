package dev.svc.auth

/** The two clocks of a device. */
public interface Clock {
    /** Milliseconds since 1970, by the device's clock, which may be wrong. */
    public fun now(): Long

    /** Milliseconds since some fixed moment. Never goes back, but may stop while the device sleeps. */
    public fun steady(): Long
}

internal object DeviceClock : Clock {
    override fun now(): Long = System.currentTimeMillis()

    override fun steady(): Long = System.nanoTime() / 1_000_000
}

/** Restarts see the same clock, but not to the millisecond. */
internal const val GRANULARITY_MS = 30_000L

/**
 * How long an access token is still good for. Counted from its arrival, because the clock of a phone may be wrong by
 * hours; and by both clocks, because one may be set back and the other one stops.
 */
internal class Lifetimes(private val clock: Clock) {
    private var newest = ""
    private var arrivedAt = 0L

    /** The access token arrives at this moment. */
    fun begin(accessToken: String) {
        newest = accessToken
        arrivedAt = clock.steady()
    }

    fun ttlOf(session: StoredSession): Long {
        val age = clock.now() - session.receivedAt
        if (session.accessToken == newest) return session.lifetimeMs - maxOf(age, clock.steady() - arrivedAt)
        return if (age < -GRANULARITY_MS) 0 else session.lifetimeMs - age
    }
}
