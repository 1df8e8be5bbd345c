package dev.svc.auth

/** The stored session. */
internal class StoredSession(val json: JsonObject) {
    val user: User = User(json.child("user").orEmpty())
    val accessToken: String = json.text("accessToken").orEmpty()
    val refreshToken: String = json.text("refreshToken").orEmpty()

    /**
     * Random id under which `refreshToken` will be presented. It is written together with the token, so it is on disk
     * before it is sent, and the same one is sent again after a lost answer or when the app was killed.
     */
    val attemptId: String? = json.text("attemptId")

    /** By this device's clock. */
    val receivedAt: Long = json.long("receivedAt") ?: 0
    val lifetimeMs: Long = json.long("lifetimeMs") ?: 0

    fun with(user: User): StoredSession = StoredSession(json + ("user" to user.json))

    fun shown(canceledDeletionTime: String? = null): Session = Session(accessToken, receivedAt + lifetimeMs, canceledDeletionTime)
}

/** Everything that the client stores, under one key, so that it is written atomically. Unknown fields stay. */
internal class Stored(
    val json: JsonObject,
    /** Why nothing could be read. Retryable unless the stored data is damaged. Never written. */
    val broken: AuthException? = null,
) {
    val session: StoredSession? = json.child("session")?.let(::StoredSession)

    /** Random id of the sign-in under way. The same one is sent again until there is an answer. */
    val attempt: String? get() = json.text("attempt")

    /** Refresh tokens of sessions that were ended here, before the server knows. */
    val ended: List<String>? get() = (json["ended"] as? List<*>)?.filterIsInstance<String>()

    /** The device tokens of the accounts that signed in here last: pairs of a key and a token. */
    val devices: List<List<Any?>> get() = json.list("devices").filterIsInstance<List<Any?>>()

    val installationId: String? get() = json.text("installationId")

    /** The email code that was asked for here. Signing out removes it. */
    val emailCode: EmailCodeFlow? get() = json.child("emailCode")?.let(::EmailCodeFlow)

    /** The passkey that the server may not know yet. Signing in and out removes it. */
    val passkey: JsonObject? get() = json.child("passkey")

    /** With these fields changed; null removes one. */
    fun with(vararg fields: Pair<String, Any?>): Stored {
        val next = LinkedHashMap(json)
        for ((name, value) in fields) if (value == null) next.remove(name) else next[name] = value
        return Stored(next)
    }

    fun with(session: StoredSession?): Stored = with("session" to session?.json)

    /** Damaged data can be replaced. Data that cannot be read now may be a session and must not be overwritten. */
    fun replaceable(): Stored = if (broken?.retryable == true) throw broken else this
}

/** A question for codes to one address. */
internal class EmailCodeFlow(val json: JsonObject) {
    /** The server's name for it; null while its answer has not arrived. */
    val id: String? get() = json.textOrNone("id")
    val email: String get() = json.text("email").orEmpty()

    /** Sent with the code and not before: who reads the email elsewhere cannot use the code. */
    val codeVerifier: String get() = json.text("codeVerifier").orEmpty()

    /** What the link in the email begins with. */
    val issuer: String get() = json.text("issuer").orEmpty()

    /** When a code was last asked for, by this device's clock. */
    val at: Long get() = json.long("at") ?: 0
}
