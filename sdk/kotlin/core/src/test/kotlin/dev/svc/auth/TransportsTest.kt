package dev.svc.auth

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import mockwebserver3.MockResponse
import mockwebserver3.MockWebServer
import mockwebserver3.SocketEffect
import java.io.File
import java.io.IOException
import java.nio.file.Files
import java.nio.file.attribute.PosixFilePermissions
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull

class TransportsTest {
    private val transports = listOf(JavaHttpTransport(), OkHttpTransport())

    private fun onServer(work: suspend (MockWebServer, Transport) -> Unit) {
        for (transport in transports) {
            MockWebServer().use { server ->
                server.start()
                runBlocking { work(server, transport) }
            }
        }
    }

    private fun MockWebServer.address(path: String) = url(path).toString()

    @Test
    fun `method, headers and body arrive, and so does the answer, whatever its status`() = onServer { server, transport ->
        server.enqueue(MockResponse.Builder().code(418).addHeader("X-Request-Id", "r1").body("ünd").build())
        val headers = mapOf("content-type" to "application/json", "authorization" to "Bearer at_1")
        val response = transport.send(HttpRequest(server.address("/a"), "POST", headers, "{\"ä\":1}"))
        assertEquals(listOf<Any?>(418, "r1", "ünd"), listOf(response.status, response.header("x-request-id"), response.text()))
        val sent = server.takeRequest()
        assertEquals(listOf("POST", "application/json", "Bearer at_1"), listOf(sent.method, sent.headers["content-type"], sent.headers["authorization"]))
        assertEquals("{\"ä\":1}", sent.body?.utf8())
    }

    @Test
    fun `a redirect is not followed, because it would carry the token elsewhere`() = onServer { server, transport ->
        server.enqueue(MockResponse.Builder().code(302).addHeader("Location", server.address("/b")).build())
        assertEquals(302, transport.send(HttpRequest(server.address("/a"))).status)
        assertEquals(1, server.requestCount)
    }

    @Test
    fun `a connection that breaks is an IOException`() = onServer { server, transport ->
        server.enqueue(MockResponse.Builder().onResponseStart(SocketEffect.CloseSocket()).build())
        assertFailsWith<IOException> { transport.send(HttpRequest(server.address("/a"), "POST", emptyMap(), "{}")) }
    }

    @Test
    fun `a request that is cancelled ends`() = onServer { server, transport ->
        server.enqueue(MockResponse.Builder().onResponseStart(SocketEffect.Stall).build())
        val sending = CoroutineScope(Dispatchers.IO).launch { transport.send(HttpRequest(server.address("/a"))) }
        server.takeRequest()
        sending.cancelAndJoin()
        assertEquals(true, sending.isCancelled)
    }

    @Test
    fun `a file keeps what was written last, for its owner only, and other keys are other files`() {
        val folder = Files.createTempDirectory("svc").toFile()
        try {
            runBlocking {
                val storage = FileStorage(File(folder, "new"))
                assertNull(storage.get("a"))
                storage.set("a", "1")
                storage.set("a", "2")
                storage.set("a.browser", "3")
                assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(File(folder, "new/a").toPath())))
                assertEquals(listOf("2", "3"), listOf(FileStorage(File(folder, "new")).get("a"), storage.get("a.browser")))
                storage.remove("a")
                assertNull(storage.get("a"))
                assertEquals(listOf("a.browser"), File(folder, "new").list()?.toList())
            }
        } finally {
            folder.deleteRecursively()
        }
    }
}
