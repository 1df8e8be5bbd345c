package dev.svc.auth

import java.net.URLEncoder
import java.security.MessageDigest

private const val BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
private const val BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// By hand, because Android has java.util.Base64 only since API 26.

internal fun toBase64Url(bytes: ByteArray): String {
    val text = StringBuilder()
    for (bit in 0 until bytes.size * 8 step 6) {
        val at = bit shr 3
        val pair = (byteAt(bytes, at) shl 8) or byteAt(bytes, at + 1)
        text.append(BASE64URL[(pair shr (10 - (bit and 7))) and 63])
    }
    return text.toString()
}

/** Reads base64 or base64url, with padding or without; null when it is neither. */
internal fun fromBase64(text: String): ByteArray? {
    val bytes = java.io.ByteArrayOutputStream()
    var bits = 0
    var count = 0
    for (digit in text.trimEnd('=')) {
        val value = maxOf(BASE64.indexOf(digit), BASE64URL.indexOf(digit))
        if (value < 0) return null
        bits = (bits shl 6) or value
        count += 6
        if (count > 7) {
            count -= 8
            bytes.write((bits shr count) and 255)
            bits = bits and 255
        }
    }
    return bytes.toByteArray()
}

internal fun toHex(bytes: ByteArray): String = bytes.joinToString("") { (it.toInt() and 255).toString(16).padStart(2, '0') }

internal fun sha256(text: String): ByteArray = MessageDigest.getInstance("SHA-256").digest(text.toByteArray())

internal fun percentEncoded(text: String): String = URLEncoder.encode(text, "UTF-8").replace("+", "%20")

/** The payload of an access token, which only its issuer can check; empty when it cannot be read. */
internal fun payloadOf(accessToken: String?): JsonObject {
    val bytes = fromBase64(accessToken.orEmpty().split(".").getOrElse(1) { "" }) ?: return emptyMap()
    return try {
        objectOf(readJson(String(bytes))).orEmpty()
    } catch (_: JsonException) {
        emptyMap()
    }
}

private fun byteAt(bytes: ByteArray, at: Int): Int = if (at < bytes.size) bytes[at].toInt() and 255 else 0
