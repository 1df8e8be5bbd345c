package dev.svc.auth.scenarios

import dev.svc.auth.HttpResponse
import dev.svc.auth.JsonObject
import dev.svc.auth.jsonOf
import dev.svc.auth.writeJson
import java.io.IOException
import java.util.Base64

private val FACTORS = listOf("", "totp", "passkey", "recovery_code")

/** Ten minutes after the time that the clock of a scenario shows at first. */
private const val MFA_EXPIRES_AT = 1_767_226_200L

/** What arrives at the client: a response, or an error of the connection. */
internal fun responseOf(answer: JsonObject): HttpResponse {
    if ("network" in answer) {
        require(answer == mapOf("network" to "lost")) { "unknown network $answer" }
        throw IOException("network request failed")
    }
    if ("error" in answer) return refusal(answer)
    val status = (answer["status"] as Long? ?: 200).toInt()
    if ("body" in answer) {
        assertFields(answer, setOf("status", "body"))
        return HttpResponse(status, mapOf("content-type" to "application/json"), writeJson(answer["body"]).toByteArray())
    }
    assertFields(answer, setOf("status", "text"))
    return HttpResponse(status, mapOf("content-type" to "text/html"), (answer["text"] as String? ?: "").toByteArray())
}

/** Connect's error as the server writes it. */
private fun refusal(answer: JsonObject): HttpResponse {
    assertFields(answer, setOf("error", "status", "code", "metadata", "retryAfter", "mfaToken", "factors"))
    val pairs = (answer["metadata"] as Map<*, *>?).orEmpty()
    val metadata = pairs.map { (key, value) -> field(3, field(1, key as String) + field(2, value as String)) }
    val info = field(1, answer["error"] as String) + field(2, "svc") + metadata.fold(ByteArray(0), ByteArray::plus)
    val details = mutableListOf(detail("google.rpc.ErrorInfo", info))
    (answer["mfaToken"] as String?)?.let { details += detail("svc.auth.v1.MfaChallenge", challenge(it, answer)) }
    val body = jsonOf("code" to answer["code"], "message" to "refused", "details" to details)
    val headers = answer["retryAfter"]?.let { mapOf("retry-after" to it.toString()) }.orEmpty()
    return HttpResponse((answer["status"] as Long).toInt(), headers, writeJson(body).toByteArray())
}

/** svc.auth.v1.MfaChallenge: 1: token, 2: factors, 3: time of expiry. */
private fun challenge(token: String, answer: JsonObject): ByteArray {
    val names = (answer["factors"] as List<*>?).orEmpty()
    val factors = names.map { FACTORS.indexOf(it).also { at -> require(at > 0) { "unknown factor $it" } }.toByte() }
    return field(1, token) + field(2, factors.toByteArray()) + field(3, byteArrayOf(8) + varint(MFA_EXPIRES_AT))
}

private fun detail(type: String, bytes: ByteArray): JsonObject =
    jsonOf("type" to type, "value" to Base64.getEncoder().withoutPadding().encodeToString(bytes))

private fun field(number: Int, text: String): ByteArray = field(number, text.toByteArray())

private fun field(number: Int, bytes: ByteArray): ByteArray =
    byteArrayOf((number * 8 + 2).toByte()) + varint(bytes.size.toLong()) + bytes

private fun varint(number: Long): ByteArray =
    if (number < 128) byteArrayOf(number.toByte()) else byteArrayOf((number % 128 + 128).toByte()) + varint(number / 128)
