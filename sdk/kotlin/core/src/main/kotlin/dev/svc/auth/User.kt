package dev.svc.auth

/** Who runs the account that a user signs in with instead of a password. */
public enum class Provider {
    /** Google. */
    GOOGLE,

    /** Sign in with Apple. */
    APPLE,
    ;

    internal val short: String get() = name.lowercase()

    internal val long: String get() = "OAUTH_PROVIDER_$name"
}

/** How the user gets back in when passwords and passkeys are lost. */
public enum class Recovery {
    /** With a link or a code by email. */
    EMAIL,

    /** With a Google or Apple account. */
    PROVIDER,

    /** Not at all: ask for an address. */
    NONE,
}

/** A Google or Apple account that can sign in as the user. */
public class Identity internal constructor(json: JsonObject) : Message(json) {
    /** Who runs the account; null for one that this version does not know. */
    public val provider: Provider? get() = enumOf<Provider>(json.text("provider"))

    /** The address that the provider gave. It may differ from the user's own. */
    public val email: String? get() = json.textOrNone("email")

    /** When it was linked (ISO 8601). */
    public val linkedAt: String? get() = json.text("linkedAt")
}

/** The signed-in user. Times are ISO 8601 strings. */
public class User internal constructor(json: JsonObject) : Message(json) {
    /** The `sub` of the access token. Never changes, also not when a guest becomes a permanent user. */
    public val id: String get() = json.text("id").orEmpty()

    /** The address; null for guests and for provider accounts without one. */
    public val email: String? get() = json.textOrNone("email")

    /** Whether the user has proven to own [email]. */
    public val emailVerified: Boolean get() = json.flag("emailVerified")

    /** Whether emails to [email] come back. Tell the user, and ask for another address. */
    public val emailBounces: Boolean get() = json.flag("emailBounces")

    /** The name to show. */
    public val displayName: String? get() = json.textOrNone("displayName")

    /** The URL of a picture to show. */
    public val avatarUrl: String? get() = json.textOrNone("avatarUrl")

    /** The language of the user as a BCP 47 tag. */
    public val locale: String? get() = json.textOrNone("locale")

    /** Whether this is a guest: an account without any way to sign in again. */
    public val isAnonymous: Boolean get() = json.flag("isAnonymous")

    /** Whether the user can sign in with a password. */
    public val hasPassword: Boolean get() = json.flag("hasPassword")

    /** Roles and permissions that your backend set. Use them for the user interface; your backend reads the access token. */
    public val claims: Map<String, Any?> get() = json.child("claims").orEmpty()

    /** The Google and Apple accounts that can sign in as this user. */
    public val identities: List<Identity> get() = json.children("identities").map(::Identity)

    /** How the user gets back in; null on servers that do not know passkeys. */
    public val recovery: Recovery? get() = enumOf<Recovery>(json.text("recovery"))

    /** When the account was created. */
    public val createdAt: String? get() = json.text("createdAt")

    internal fun has(provider: Provider): Boolean = json.children("identities").any { it["provider"] == provider.short }

    /** Makes users for previews and tests. */
    public companion object {
        /** The user with these fields, as the server writes them: `{"id": "u1", "displayName": "Ada"}`. */
        public fun fromJson(text: String): User = decodeUser(objectOf(readJson(text)).orEmpty())
    }
}

internal inline fun <reified E : Enum<E>> enumOf(name: String?): E? =
    enumValues<E>().firstOrNull { it.name.equals(name, ignoreCase = true) }

/** `PUSH_PROVIDER_FCM` is `fcm` in the app; null when it is not given. */
internal fun shortName(prefix: String, value: Any?): String? {
    val name = (value as? String).orEmpty().removePrefix("${prefix}_").lowercase()
    return name.ifEmpty { null }.takeIf { it != "unspecified" }
}

private val EMPTY_IS_ABSENT = listOf("email", "displayName", "avatarUrl", "locale", "recovery")

/** The user as the app sees it: what is empty on the wire is absent here. */
internal fun decodeUser(wire: JsonObject): User {
    val user = LinkedHashMap(wire)
    for (name in EMPTY_IS_ABSENT) if ((user[name] as? String).isNullOrEmpty()) user.remove(name)
    shortName("ACCOUNT_RECOVERY", user["recovery"])?.let { user["recovery"] = it }
    user["identities"] =
        wire.children("identities").map { it + ("provider" to shortName("OAUTH_PROVIDER", it["provider"]).orEmpty()) }
    return User(user)
}
