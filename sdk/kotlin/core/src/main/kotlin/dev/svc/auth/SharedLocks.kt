package dev.svc.auth

import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import java.util.concurrent.ConcurrentHashMap

/** Shared by all clients of this process. Other processes take no turns, which is safe because of the attempt ids. */
private val mutexes = ConcurrentHashMap<String, Mutex>()

/** Runs `work` while holding the lock with this name. */
internal suspend fun <T> withSharedLock(name: String, work: suspend () -> T): T {
    val mutex = mutexes[name] ?: Mutex().let { mutexes.putIfAbsent(name, it) ?: it }
    return mutex.withLock { work() }
}
