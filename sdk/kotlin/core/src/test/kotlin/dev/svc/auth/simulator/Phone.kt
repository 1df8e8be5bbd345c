package dev.svc.auth.simulator

import dev.svc.auth.AuthClient
import dev.svc.auth.AuthException
import dev.svc.auth.AuthState
import dev.svc.auth.AuthStorage
import dev.svc.auth.Clock
import dev.svc.auth.JsonObject
import dev.svc.auth.flag
import dev.svc.auth.jsonOf
import dev.svc.auth.long
import dev.svc.auth.objectOf
import dev.svc.auth.readJson
import dev.svc.auth.text
import dev.svc.auth.writeJson
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import java.io.File
import java.nio.file.Files
import java.nio.file.StandardCopyOption
import kotlin.system.exitProcess

/** A process of a simulated phone. The line protocol is in `server/test/native/simulator.ts`. */
fun main() {
    val phone = Phone()
    runBlocking(Dispatchers.Default) {
        // The process ends when the driver closes standard input.
        for (line in generateSequence(::readlnOrNull)) {
            val message = objectOf(readJson(line)).orEmpty()
            launch { println(writeJson(phone.answer(message))) }
        }
        exitProcess(0)
    }
}

private class Phone {
    private lateinit var client: AuthClient
    private lateinit var clock: PhoneClock

    suspend fun answer(message: JsonObject): JsonObject {
        val id = message["id"]
        return try {
            mapOf("id" to id, "result" to call(message.text("call").orEmpty(), objectOf(message["with"]).orEmpty()))
        } catch (error: AuthException) {
            mapOf("id" to id, "error" to jsonOf("reason" to error.reason, "retryable" to error.retryable))
        }
    }

    private suspend fun call(name: String, input: JsonObject): Any? =
        when (name) {
            "start" -> {
                clock = PhoneClock(input.long("wall")!!)
                val storage = PhoneStorage(File(input.text("file")!!))
                client = AuthClient(input.text("baseUrl")!!, input.text("publishableKey")!!, storage, clock = clock)
                client.awaitReady()
                state()
            }
            "state" -> state()
            "signInAnonymously" -> {
                client.signInAnonymously()
                null
            }
            "getAccessToken" -> client.getAccessToken(forceRefresh = input.flag("forceRefresh"))
            "pass" -> clock.pass(input.long("ms")!!)
            else -> throw IllegalArgumentException("unknown call $name")
        }

    private fun state(): JsonObject =
        when (val state = client.state.value) {
            AuthState.Loading -> jsonOf("status" to "loading")
            is AuthState.SignedOut -> jsonOf("status" to "signedOut", "reason" to state.reason?.name?.lowercase())
            is AuthState.SignedIn -> jsonOf("status" to "signedIn", "userId" to state.user.id)
        }
}

private class PhoneClock(
    @Volatile private var wall: Long,
) : Clock {
    @Volatile
    private var up = 0L

    override fun now(): Long = wall

    override fun steady(): Long = up

    @Synchronized
    fun pass(ms: Long): Any? {
        wall += ms
        up += ms
        return null
    }
}

/** One file, which another process writes too. */
private class PhoneStorage(private val file: File) : AuthStorage {
    override suspend fun get(key: String): String? = read().text(key)

    override suspend fun set(key: String, value: String) = write { it + (key to value) }

    override suspend fun remove(key: String) = write { it - key }

    private fun read(): JsonObject = if (file.exists()) objectOf(readJson(file.readText())).orEmpty() else emptyMap()

    @Synchronized
    private fun write(edit: (JsonObject) -> JsonObject) {
        val draft = File("$file.${ProcessHandle.current().pid()}")
        draft.writeText(writeJson(edit(read())))
        Files.move(draft.toPath(), file.toPath(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING)
    }
}
