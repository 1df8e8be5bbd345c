package dev.svc.auth

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs

class JsonTest {
    @Test
    fun `values come back as they were written`() {
        val text = """{"a":[1,-2.5,true,false,null,"x"],"b":{"c":"line\u000abreak \"quoted\" \\ ü 😀"},"d":9007199254740993}"""
        assertEquals(text, writeJson(readJson(text)))
    }

    @Test
    fun `numbers are whole where they can be`() {
        assertEquals(listOf(0L, -1L, 1.5, 100.0, 1e300), readJson("[0,-1,1.5,1e2,1e300]"))
        assertIs<Double>(readJson("92233720368547758070"))
    }

    @Test
    fun `escapes are read, also half of a surrogate pair, which is written as an escape`() {
        assertEquals("\u00e9\b\u000c\n\r\t/\ud800", readJson("\"\\u00e9\\b\\f\\n\\r\\t\\/\\ud800\""))
        assertEquals("\"\\ud800\"", writeJson("\ud800"))
        assertEquals("\"😀\"", writeJson("😀"))
        assertEquals("\"\\u0000\\u001f\"", writeJson("\u0000\u001f"))
    }

    @Test
    fun `what is not JSON is refused`() {
        val hostile =
            listOf(
                "", " ", "{", "}", "[", "]", "[1", "[1,", "[1,]", "[,1]", "{,}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{'a':1}",
                "{\"a\":1 \"b\":2}", "{\"a\":1,\"a\":2}", "[1 2]", "1 2", "tru", "truex", "nul", "NaN", "Infinity", "-", "+1", "01", "1.", ".5",
                "1e", "1e+", "0x10", "--1", "1e999", "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\u+123\"", "\"a\nb\"", "\"a\u0000b\"",
                "\u0000", "\ufeff{}", "// x\n1", "/**/1", "[1]x", "{}{}", "<html>", "\u00a01",
            )
        for (text in hostile) assertFailsWith<JsonException>(text) { readJson(text) }
    }

    @Test
    fun `depth is limited, so that an answer cannot exhaust the stack`() {
        assertFailsWith<JsonException> { readJson("[".repeat(1_000_000)) }
        assertFailsWith<JsonException> { readJson("{\"a\":".repeat(1_000_000)) }
        readJson("[".repeat(60) + "]".repeat(60))
    }

    @Test
    fun `the error does not quote the text`() {
        val error = assertFailsWith<JsonException> { readJson("{\"refreshToken\":\"rt_secret\"") }
        assertFalse("rt_secret" in error.toString())
    }

    @Test
    fun `base64 and base64url are read, and nothing else`() {
        assertEquals("Ma?", fromBase64("TWE_")?.decodeToString())
        assertEquals("M", fromBase64("TQ==")?.decodeToString())
        assertEquals("Ma", fromBase64(toBase64Url("Ma".toByteArray()))?.decodeToString())
        assertEquals(null, fromBase64("T W"))
    }

    @Test
    fun `timestamps are read as protobuf writes them`() {
        assertEquals(1_767_225_600_000, millisOf("2026-01-01T00:00:00Z"))
        assertEquals(1_767_225_600_120, millisOf("2026-01-01T00:00:00.12Z"))
        assertEquals("2026-01-01T00:00:00.120Z", timestampOf(1_767_225_600_120))
        for (text in listOf("", "2026-01-01", "2026-01-01T00:00:00", "2026-13-01T00:00:00Z", "x")) assertEquals(null, millisOf(text))
    }
}
