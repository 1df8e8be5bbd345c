package dev.svc.auth

/** A request to be sent. */
public class HttpRequest(
    /** Where it goes. */
    public val url: String,
    /** The method. */
    public val method: String = "GET",
    /** The headers. */
    public val headers: Map<String, String> = emptyMap(),
    /** The body; null for none. */
    public val body: ByteArray? = null,
) {
    /** A request with text as its body. */
    public constructor(url: String, method: String, headers: Map<String, String>, body: String) :
        this(url, method, headers, body.toByteArray())

    /** Without headers and body, which may hold tokens. */
    override fun toString(): String = "HttpRequest($method ${url.substringBefore('?').substringBefore('#')})"

    internal fun withHeader(name: String, value: String): HttpRequest =
        HttpRequest(url, method, headers.filterKeys { !it.equals(name, ignoreCase = true) } + (name to value), body)
}

/** What arrived. */
public class HttpResponse(
    /** The status. */
    public val status: Int,
    /** The headers. */
    public val headers: Map<String, String> = emptyMap(),
    /** The body. */
    public val body: ByteArray = ByteArray(0),
) {
    /** Whether the status is one of success. */
    public val isSuccessful: Boolean get() = status in 200..299

    /** The body as text in UTF-8. */
    public fun text(): String = body.toString(Charsets.UTF_8)

    /** The header with this name in any case. */
    public fun header(name: String): String? = headers.entries.firstOrNull { it.key.equals(name, ignoreCase = true) }?.value

    /** Without headers and body, which may hold tokens. */
    override fun toString(): String = "HttpResponse($status)"
}

/** Sends requests: [JavaHttpTransport] on the JVM, [OkHttpTransport] on Android, or one of your own. */
public fun interface Transport {
    /**
     * Sends a request and returns whatever is answered, also an error's status. Throws when there is no answer. It must stop
     * when it is cancelled, and must not follow redirects: they would carry the token elsewhere.
     */
    public suspend fun send(request: HttpRequest): HttpResponse
}
