package dev.svc.auth

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.withTimeout

internal const val CONFIG_SERVICE = "auth.v1.ConfigService/"
private const val AUTH_SERVICE = "auth.v1.AuthService/"

/** Too many requests, unavailable, too late: the same call may succeed later. No reason is an exception. */
private val RETRYABLE = setOf(429, 503, 504)

/** Calls a method. One of AuthService needs no service's name. */
internal abstract class Call {
    protected abstract suspend fun send(method: String, request: JsonObject, accessToken: String?): JsonObject

    suspend operator fun invoke(method: String, request: JsonObject = emptyMap(), accessToken: String? = null): JsonObject =
        send(method, request, accessToken)
}

/** Calls by Connect's protocol with JSON, which is a POST. */
internal class Connect(
    private val baseUrl: String,
    private val key: String,
    private val transport: Transport,
    private val timeoutMs: Long,
    private val locale: () -> String?,
) : Call() {
    override suspend fun send(method: String, request: JsonObject, accessToken: String?): JsonObject {
        var response: HttpResponse? = null
        val answer: Any?
        try {
            answer =
                withTimeout(timeoutMs) {
                    transport.send(post(method, request, accessToken)).let {
                        response = it
                        readJson(it.text())
                    }
                }
        } catch (late: TimeoutCancellationException) {
            throw AuthException(AuthReason.TIMEOUT, "no answer", retryable = true, cause = late)
        } catch (cause: Exception) {
            if (cause is CancellationException) currentCoroutineContext().ensureActive()
            throw withoutAnswer(response, cause)
        }
        val arrived = response ?: throw noAnswer()
        val json = objectOf(answer)
        if (arrived.isSuccessful && json != null) return json
        throw refusal(arrived, json.orEmpty())
    }

    private fun post(method: String, request: JsonObject, accessToken: String?): HttpRequest {
        val headers = linkedMapOf("content-type" to "application/json", "x-svc-key" to key)
        languageTag()?.let { headers["accept-language"] = it }
        if (accessToken != null) headers["authorization"] = "Bearer $accessToken"
        val service = if ('/' in method) "" else AUTH_SERVICE
        return HttpRequest("$baseUrl/svc.$service$method", "POST", headers, writeJson(request))
    }

    /** Without characters that a header cannot have. */
    private fun languageTag(): String? =
        locale()?.replace('_', '-')?.replace(Regex("[^\\w,;=.*-]"), "")?.ifEmpty { null }
}

/** An answer that is not JSON comes from somebody in between: a proxy, a hotel's sign-in page. */
private fun withoutAnswer(response: HttpResponse?, cause: Exception): AuthException =
    AuthException(
        reason = if (response == null) AuthReason.NETWORK else AuthReason.UNKNOWN,
        message = "no answer",
        status = response?.status ?: 0,
        retryable = true,
        cause = cause,
    )

private fun refusal(response: HttpResponse, answer: JsonObject): AuthException {
    val details = answer.list("details")
    val info = errorInfoOf(details)
    val seconds = response.header("retry-after")?.trim()?.toDoubleOrNull()
    return AuthException(
        reason = info?.reason ?: AuthReason.UNKNOWN,
        message = answer.text("message").orEmpty(),
        code = answer.text("code") ?: "unknown",
        status = response.status,
        retryable = info == null || response.status in RETRYABLE,
        retryAfterMs = seconds?.let { (it * 1000).toLong() }?.takeIf { it > 0 },
        requestId = response.header("x-request-id"),
        metadata = info?.metadata.orEmpty(),
    ).also { it.details = details }
}
