package dev.svc.auth

import kotlinx.coroutines.suspendCancellableCoroutine
import okhttp3.Call
import okhttp3.Callback
import okhttp3.OkHttpClient
import okhttp3.Request
import okhttp3.RequestBody.Companion.toRequestBody
import okhttp3.Response
import java.io.IOException
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException

/** Sends requests with OkHttp, which your app brings. It takes the client's pool and settings, but follows no redirects. */
public class OkHttpTransport(client: OkHttpClient = OkHttpClient()) : Transport {
    private val client = client.newBuilder().followRedirects(false).followSslRedirects(false).build()

    override suspend fun send(request: HttpRequest): HttpResponse {
        // Without a content type of its own: OkHttp would add a charset to the one in the headers.
        val body = request.body?.toRequestBody() ?: if (request.method in NEED_BODY) ByteArray(0).toRequestBody() else null
        val built = Request.Builder().url(request.url).method(request.method, body)
        for ((name, value) in request.headers) built.header(name, value)
        val call = client.newCall(built.build())
        return suspendCancellableCoroutine { waiting ->
            waiting.invokeOnCancellation { call.cancel() }
            call.enqueue(
                object : Callback {
                    override fun onFailure(call: Call, e: IOException) = waiting.resumeWithException(e)

                    override fun onResponse(call: Call, response: Response) {
                        try {
                            val read = response.use { HttpResponse(it.code, it.headers.toMap(), it.body.bytes()) }
                            waiting.resume(read)
                        } catch (lost: IOException) {
                            waiting.resumeWithException(lost)
                        }
                    }
                },
            )
        }
    }

    private companion object {
        val NEED_BODY = setOf("POST", "PUT", "PATCH")
    }
}
