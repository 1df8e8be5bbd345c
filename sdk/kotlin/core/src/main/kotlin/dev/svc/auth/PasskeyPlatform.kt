package dev.svc.auth

/**
 * What makes and uses passkeys on the device. Options and answers are the JSON of WebAuthn, as text. On Android write it
 * around the Credential Manager; the README has the adapter.
 *
 * When the user turns back, throw an [AuthException] with `CANCELLED`. When the device has a passkey of the account already,
 * throw one with `PASSKEY_ALREADY_EXISTS`. Everything else that is thrown becomes `PASSKEY_FAILED`.
 */
public interface PasskeyPlatform {
    /** Whether passkeys can be used on this device at all. */
    public fun isAvailable(): Boolean = true

    /** Makes a passkey. */
    public suspend fun create(optionsJson: String): String

    /** Uses a passkey. */
    public suspend fun get(optionsJson: String): String

    /** The server does not know this passkey: the device need not offer it. */
    public suspend fun signalUnknownCredential(rpId: String, credentialId: String) {}

    /** The server knows these passkeys of the user and no others. */
    public suspend fun signalAllAcceptedCredentials(rpId: String, userId: String, credentialIds: List<String>) {}
}

/** A passkey of the signed-in user. Times are ISO 8601 strings. */
public class Passkey internal constructor(json: JsonObject) : Message(json) {
    /** Its id on the server. */
    public val id: String get() = json.text("id").orEmpty()

    /** What the user calls it. */
    public val name: String get() = json.text("name").orEmpty()

    /** The id that the authenticator gave it, in base64url. */
    public val credentialId: String get() = json.text("credentialId").orEmpty()

    /** Whether it survives the loss of the device. */
    public val backedUp: Boolean get() = json.flag("backedUp")

    /** When it was added. */
    public val createdAt: String? get() = json.text("createdAt")

    /** When it last signed in; null before the first time. */
    public val lastUsedAt: String? get() = json.text("lastUsedAt")

    /** The domain that it was made for. */
    public val rpId: String get() = json.text("rpId").orEmpty()
}
