package dev.svc.auth

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import java.util.UUID
import java.util.concurrent.atomic.AtomicInteger
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertTrue

/** With real threads, which the scenarios do not have. */
class AuthClientTest {
    private val key = UUID.randomUUID().toString()
    private val storage = MemoryStorage()
    private val refreshes = AtomicInteger()
    private val isAsked = CompletableDeferred<Unit>()
    private val mayAnswer = CompletableDeferred<Unit>()
    private val server = Transport { request ->
        val isRefresh = request.url.endsWith("RefreshToken")
        val number = if (isRefresh) refreshes.incrementAndGet() else 0
        if (isRefresh) isAsked.complete(Unit)
        if (isRefresh) mayAnswer.await()
        // What a sign-in gives has expired, so that nobody is content with it.
        val lifetime = if (isRefresh) 900 else 0
        val user = """{"id":"u1","isAnonymous":true}"""
        val answer = """{"accessToken":"at_$number","refreshToken":"rt_secret_$number","expiresIn":$lifetime,"user":$user}"""
        HttpResponse(200, body = answer.toByteArray())
    }
    private val auth = AuthClient("https://auth.example.com/", "pk_test", storage, server, storageKey = key)

    @AfterTest
    fun close() = auth.close()

    private suspend fun storedToken() = objectOf(readJson(storage.get(key)!!))?.child("session")?.text("refreshToken")

    @Test
    fun `a caller that is cancelled does not lose the token that the server has replaced`() = runBlocking {
        auth.signInAnonymously()
        val waiting = launch { auth.getAccessToken(forceRefresh = true) }
        isAsked.await()
        waiting.cancel()
        waiting.join()
        mayAnswer.complete(Unit)
        val state = auth.state.first { it is AuthState.SignedIn && it.session.accessToken == "at_1" }
        assertIs<AuthState.SignedIn>(state)
        assertEquals("rt_secret_1", storedToken())
    }

    @Test
    fun `a hundred callers on all threads make one refresh`() = runBlocking {
        auth.signInAnonymously()
        val callers = List(100) { async(Dispatchers.Default) { auth.getAccessToken() } }
        isAsked.await()
        mayAnswer.complete(Unit)
        assertTrue(callers.awaitAll().all { it == "at_1" })
        assertEquals(1, refreshes.get())
    }

    @Test
    fun `two clients on one storage in one process make one refresh`() = runBlocking {
        auth.signInAnonymously()
        AuthClient("https://auth.example.com", "pk_test", storage, server, storageKey = key).use { other ->
            other.awaitReady()
            val first = async { auth.getAccessToken(forceRefresh = true) }
            isAsked.await()
            val second = async { other.getAccessToken(forceRefresh = true) }
            mayAnswer.complete(Unit)
            assertEquals(listOf("at_1", "at_1"), listOf(first.await(), second.await()))
        }
        assertEquals(1, refreshes.get())
    }

    @Test
    fun `calls of a client that was closed end with an error, and are not cancelled in silence`() = runBlocking {
        auth.signInAnonymously()
        val waiting = async { runCatching { auth.getAccessToken(forceRefresh = true) } }
        isAsked.await()
        auth.close()
        assertEquals("CANCELLED", assertIs<AuthException>(waiting.await().exceptionOrNull()).reason)
        assertEquals("CANCELLED", assertFailsWith<AuthException> { auth.getMe() }.reason)
    }

    @Test
    fun `nothing that an app can print shows a token`() = runBlocking {
        val session = auth.signInAnonymously()
        val request = HttpRequest("https://api.example.com/?token=at_0", "POST", mapOf("authorization" to "at_0"), "at_0")
        val nonce = BrowserSignIn(auth) { url, _ -> url }.createNonce()
        val printed =
            listOf(
                session, auth.state.value, auth.user, auth, SignUpResult.SignedIn(session), request, HttpResponse(200, body = "at_0".toByteArray()),
                Enrolled(listOf("code_0"), session), MfaStep.RecoveryCodes(listOf("code_0")), Proof.Password("code_0"), Proof.Totp("code_0"),
                Proof.EmailCode("code_0"), Proof.RecoveryCode("code_0"), TotpEnrollment(jsonOf("secret" to "code_0", "uri" to "code_0")),
                MfaStep.Confirm(TotpEnrollment(jsonOf("secret" to "code_0"))), Purchase.PlayStore("com.example", "code_0"), storage,
            ).joinToString()
        for (secret in listOf("at_0", "rt_secret", "code_0", nonce.nonce)) assertFalse(secret in "$printed $nonce", secret)
    }

    @Test
    fun `an error shows neither its challenge nor its metadata`() {
        val error = AuthException("MFA_REQUIRED", "second factor", metadata = mapOf("m" to "secret_1"))
        error.details = listOf("secret_2")
        assertEquals("AuthException(reason=MFA_REQUIRED, status=0): second factor", error.toString())
    }

    @Test
    fun `a key that is not publishable is refused`() {
        assertFailsWith<IllegalArgumentException> { AuthClient("https://auth.example.com", "sk_secret", storage, server) }
    }
}
