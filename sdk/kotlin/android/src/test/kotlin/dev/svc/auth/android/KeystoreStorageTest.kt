package dev.svc.auth.android

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import java.io.IOException
import java.security.ProviderException
import java.security.Security
import kotlin.test.AfterTest
import kotlin.test.BeforeTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertNotEquals
import kotlin.test.assertNull

class KeystoreStorageTest {
    private val preferences = FakePreferences()
    private val storage = KeystoreStorage(preferences.context)

    @BeforeTest
    fun addProvider() {
        keys.clear()
        Security.addProvider(FakeKeystore())
    }

    @AfterTest
    fun removeProvider() {
        keyStoreFailure = null
        Security.removeProvider("AndroidKeyStore")
    }

    @Test
    fun `what it keeps is encrypted, and read again by another run of the app`() = runBlocking {
        storage.set("session", "rt_secret ü")
        assertFalse("rt_secret" in preferences.saved.getValue("session"))
        assertEquals("rt_secret ü", KeystoreStorage(preferences.context).get("session"))
        assertEquals(setOf("svc.auth"), keys.keys)
    }

    @Test
    fun `the same value is never encrypted to the same text`() = runBlocking {
        storage.set("session", "same")
        val first = preferences.saved["session"]
        storage.set("session", "same")
        assertNotEquals(first, preferences.saved["session"])
    }

    @Test
    fun `nothing is stored at first and after it was removed`() = runBlocking {
        assertNull(storage.get("session"))
        storage.set("session", "x")
        storage.remove("session")
        assertNull(storage.get("session"))
    }

    @Test
    fun `an entry that was moved under another key, or changed, is not read`() = runBlocking {
        storage.set("session", "x")
        val sealed = preferences.saved.getValue("session")
        preferences.saved["other"] = sealed
        assertNull(storage.get("other"))
        preferences.saved["session"] = sealed.replaceFirst(sealed[20], if (sealed[20] == 'A') 'B' else 'A')
        assertNull(storage.get("session"))
    }

    @Test
    fun `a backup of another device has no key, and counts as nothing stored`() = runBlocking {
        storage.set("session", "x")
        keys.clear()
        assertNull(storage.get("session"))
        storage.set("session", "y")
        assertEquals("y", storage.get("session"))
    }

    @Test
    fun `a key store that cannot be read is an error, and overwrites nothing`() = runBlocking {
        storage.set("session", "x")
        keyStoreFailure = ProviderException("the phone is locked")
        assertFailsWith<Exception> { storage.get("session") }
        assertFailsWith<Exception> { storage.set("session", "y") }
        keyStoreFailure = null
        assertEquals("x", storage.get("session"))
    }

    @Test
    fun `the first writes at the same time make one key, and all of them can be read`() = runBlocking {
        val names = List(20) { "entry $it" }
        names.map { async(Dispatchers.IO) { storage.set(it, it) } }.awaitAll()
        assertEquals(names, names.map { storage.get(it) })
    }

    @Test
    fun `a write that does not reach the disk is an error`() = runBlocking {
        preferences.isFull = true
        assertFailsWith<IOException> { storage.set("session", "x") }
        assertFailsWith<IOException> { storage.remove("session") }
        assertEquals(emptyMap(), preferences.saved)
    }
}
