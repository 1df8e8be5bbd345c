package dev.svc.auth

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.test.runTest
import java.io.IOException
import java.util.Base64
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertNull

class ConnectTest {
    private suspend fun failureOf(transport: Transport): AuthException =
        assertFailsWith { Connect("https://auth.example.com", "pk_x", transport, 1_000) { "de_AT" }.invoke("GetMe") }

    private suspend fun failureOf(status: Int, body: String, headers: Map<String, String> = emptyMap()): AuthException =
        failureOf { HttpResponse(status, headers, body.toByteArray()) }

    @Test
    fun `a call is a POST with the key, the language and the token`() = runTest {
        var sent: HttpRequest? = null
        val transport = Transport { HttpResponse(200, body = "{}".toByteArray()).also { _ -> sent = it } }
        Connect("https://auth.example.com", "pk_x", transport, 1_000) { "de_AT" }("push.v1.PushService/ListMyPushDevices", emptyMap(), "at_1")
        assertEquals("https://auth.example.com/svc.push.v1.PushService/ListMyPushDevices", sent?.url)
        val headers = mapOf("content-type" to "application/json", "x-svc-key" to "pk_x", "accept-language" to "de-AT", "authorization" to "Bearer at_1")
        assertEquals(headers, sent?.headers)
    }

    @Test
    fun `without an answer it is NETWORK, and without one in time TIMEOUT`() = runTest {
        assertEquals("NETWORK", failureOf { throw IOException("no route") }.reason)
        assertEquals("NETWORK", failureOf { throw CancellationException("of a foreign client") }.reason)
        val late = failureOf { awaitCancellation() }
        assertEquals("TIMEOUT", late.reason)
        assertEquals(true, late.retryable)
    }

    @Test
    fun `an answer of somebody in between is UNKNOWN and retryable`() = runTest {
        for ((status, body) in listOf(200 to "<html>", 502 to "", 302 to "", 200 to "[]", 200 to "null", 401 to "{}", 500 to "[".repeat(99_999))) {
            val error = failureOf(status, body)
            assertEquals("UNKNOWN" to true, error.reason to error.retryable, "$status ${body.take(9)}")
            assertEquals(status, error.status)
        }
    }

    @Test
    fun `details that are not what they should be are ignored`() = runTest {
        val info = "google.rpc.ErrorInfo"
        val values = listOf("5", "\"%%%\"", "null", "\"${Base64.getEncoder().encodeToString(ByteArray(40) { -1 })}\"", "\"CgH\"", "\"Cv//////////\"")
        val details = values.map { """[{"type":"$info","value":$it}]""" } + listOf("{}", "7", "[null]", "[[]]", "[{\"type\":5}]")
        for (each in details) failureOf(400, """{"code":"invalid_argument","details":$each}""")
    }

    @Test
    fun `a refusal has the reason, the metadata, the wait and the request id of the server`() = runTest {
        val bytes = byteArrayOf(10, 2) + "NO".toByteArray() + byteArrayOf(18, 3) + "svc".toByteArray() + byteArrayOf(26, 6, 10, 1, 'k'.code.toByte(), 18, 1, 'v'.code.toByte())
        val detail = """{"type":"google.rpc.ErrorInfo","value":"${Base64.getEncoder().encodeToString(bytes)}"}"""
        val error = failureOf(429, """{"code":"resource_exhausted","details":[$detail]}""", mapOf("Retry-After" to "5", "X-Request-Id" to "r1"))
        assertEquals(listOf<Any?>("NO", "resource_exhausted", 429, true, 5_000L, "r1"), with(error) { listOf(reason, code, status, retryable, retryAfterMs, requestId) })
        assertEquals(mapOf("k" to "v"), error.metadata)
        assertNull(failureOf(429, """{"details":[$detail]}""", mapOf("retry-after" to "soon")).retryAfterMs)
        assertFalse(failureOf(400, """{"details":[$detail]}""").retryable)
    }
}
