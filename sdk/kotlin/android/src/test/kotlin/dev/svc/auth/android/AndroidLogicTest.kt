package dev.svc.auth.android

import android.app.Activity
import dev.svc.auth.AuthException
import kotlinx.coroutines.runBlocking
import sun.misc.Unsafe
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertTrue

class AndroidLogicTest {
    @Test
    fun `the app comes to the foreground with its first activity, not between two of them`() {
        var times = 0
        val callbacks = ForegroundCallbacks { times++ }
        val (first, second) = listOf(activity(), activity())
        callbacks.onActivityStarted(first)
        callbacks.onActivityStarted(second)
        callbacks.onActivityStopped(first)
        assertEquals(1, times)
        callbacks.onActivityStopped(second)
        callbacks.onActivityStarted(first)
        assertEquals(2, times)
    }

    @Test
    fun `the link goes to the call that waits for it, and to no other`() = runBlocking {
        assertFalse(BrowserRedirects.returned("com.example.app:/x"))
        val first = BrowserRedirects.begin()
        val second = BrowserRedirects.begin()
        assertEquals("CANCELLED", assertFailsWith<AuthException> { first.await() }.reason)
        assertTrue(BrowserRedirects.returned("com.example.app:/x"))
        assertEquals("com.example.app:/x", second.await())
        assertFalse(BrowserRedirects.returned("com.example.app:/x"))
    }

    @Test
    fun `a user who closes the browser has turned back`() = runBlocking {
        val waiting = BrowserRedirects.begin()
        BrowserRedirects.cancelled()
        assertEquals("CANCELLED", assertFailsWith<AuthException> { waiting.await() }.reason)
    }

    /** Without its constructor, which needs a device. */
    private fun activity(): Activity {
        val unsafe = Unsafe::class.java.getDeclaredField("theUnsafe").apply { isAccessible = true }.get(null) as Unsafe
        return unsafe.allocateInstance(Activity::class.java) as Activity
    }
}
