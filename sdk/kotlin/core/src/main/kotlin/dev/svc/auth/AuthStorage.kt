package dev.svc.auth

import java.util.concurrent.ConcurrentHashMap

/**
 * Where the session is kept. A method that fails must throw: null means that nothing is stored. The client calls it in
 * the background, one call after another for each key; switch the dispatcher if it blocks.
 */
public interface AuthStorage {
    /** Returns the value, or null when there is none. */
    public suspend fun get(key: String): String?

    /** Stores the value; must have it on disk when it returns. */
    public suspend fun set(key: String, value: String)

    /** Removes the value, if there is one. */
    public suspend fun remove(key: String)
}

/** Keeps the session in memory until the process ends: for tests and scripts. */
public class MemoryStorage : AuthStorage {
    private val items = ConcurrentHashMap<String, String>()

    override suspend fun get(key: String): String? = items[key]

    override suspend fun set(key: String, value: String) {
        items[key] = value
    }

    override suspend fun remove(key: String) {
        items.remove(key)
    }
}
