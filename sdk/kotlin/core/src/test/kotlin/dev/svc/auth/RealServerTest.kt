package dev.svc.auth

import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assumptions.assumeTrue
import java.util.UUID
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertIs
import kotlin.test.assertNotEquals
import kotlin.test.assertNull

/** Against a real `svc serve`, which server/test/native starts. */
class RealServerTest {
    private val url = System.getenv("SVC_TEST_URL").orEmpty()
    private val publishableKey = System.getenv("SVC_TEST_KEY").orEmpty()

    private fun withClient(transport: Transport, work: suspend (AuthClient, AuthStorage) -> Unit) {
        assumeTrue(url.isNotEmpty(), "SVC_TEST_URL is not set")
        val storage = MemoryStorage()
        val storageKey = UUID.randomUUID().toString()
        AuthClient(url, publishableKey, storage, transport, storageKey).use { runBlocking { work(it, storage) } }
    }

    private fun bothWays(work: suspend (AuthClient, AuthStorage) -> Unit) {
        withClient(JavaHttpTransport(), work)
        withClient(OkHttpTransport(), work)
    }

    @Test
    fun `a user signs up, refreshes, changes the name, signs out and signs in again`() = bothWays { auth, _ ->
        val email = "${UUID.randomUUID()}@example.com"
        assertIs<SignUpResult.SignedIn>(auth.signUp(email, "correct horse battery", "Ada"))
        assertEquals(email to "Ada", auth.user?.email to auth.user?.displayName)
        val before = auth.getAccessToken()
        assertNotEquals(before, auth.getAccessToken(forceRefresh = true))
        assertEquals("Countess", auth.updateMe(displayName = "Countess").displayName)
        assertEquals(listOf(true), auth.listMySessions().map { it.current })
        auth.signOut()
        assertNull(auth.getAccessToken())
        assertEquals("INVALID_CREDENTIALS", assertFailsWith<AuthException> { auth.signInWithPassword(email, "wrong") }.reason)
        auth.signInWithPassword(email, "correct horse battery")
        assertEquals("Countess", auth.getMe().displayName)
        auth.deleteAccount("correct horse battery")
        assertEquals(AuthState.SignedOut(SignedOutReason.DELETED), auth.state.value)
    }

    @Test
    fun `a guest stays the same user when it gets a password, also in another run of the app`() = bothWays { auth, storage ->
        auth.signInAnonymously()
        val guest = auth.user!!
        assertEquals(true, guest.isAnonymous)
        auth.linkPassword("${UUID.randomUUID()}@example.com", "correct horse battery")
        assertEquals(guest.id to false, auth.user?.id to auth.user?.isAnonymous)
        val key = auth.caller.storageKey
        AuthClient(url, publishableKey, storage, storageKey = key).use { next ->
            next.awaitReady()
            assertEquals(guest.id, next.user?.id)
            assertEquals(200, next.send(HttpRequest("$url/healthz")).status)
        }
    }

    @Test
    fun `the project says how users sign in`() = bothWays { auth, _ ->
        val config = auth.getProjectConfig()
        assertEquals(true to true, config.passwordEnabled to config.anonymousEnabled)
    }
}
