package dev.svc.auth

import kotlinx.coroutines.future.await
import java.net.URI
import java.net.http.HttpClient
import java.time.Duration

/** Sends requests with the HTTP client of Java 11, which Android does not have. */
public class JavaHttpTransport(
    private val client: HttpClient = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build(),
) : Transport {
    override suspend fun send(request: HttpRequest): HttpResponse {
        val body =
            request.body?.let(java.net.http.HttpRequest.BodyPublishers::ofByteArray)
                ?: java.net.http.HttpRequest.BodyPublishers.noBody()
        val built = java.net.http.HttpRequest.newBuilder(URI(request.url)).method(request.method, body)
        for ((name, value) in request.headers) built.setHeader(name, value)
        val handler = java.net.http.HttpResponse.BodyHandlers.ofByteArray()
        val response = client.sendAsync(built.build(), handler).await()
        return HttpResponse(response.statusCode(), response.headers().map().mapValues { it.value.first() }, response.body())
    }
}
