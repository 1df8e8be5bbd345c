package dev.svc.auth

/** What a sign-in screen needs to know about the project. */
public class ProjectConfig internal constructor(json: JsonObject) : Message(json) {
    /** The name of the project. */
    public val projectName: String get() = json.text("projectName").orEmpty()

    /** The slug of the project, the `aud` of its access tokens. */
    public val slug: String get() = json.text("slug").orEmpty()

    /** The `iss` of the project's access tokens. */
    public val issuer: String get() = json.text("issuer").orEmpty()

    /** Whether users can sign in with email and password. */
    public val passwordEnabled: Boolean get() = isEnabled("password")

    /** Whether users can sign in with Google. */
    public val googleEnabled: Boolean get() = isEnabled("google")

    /** Whether users can sign in with Apple. */
    public val appleEnabled: Boolean get() = isEnabled("apple")

    /** Whether guests can sign in. */
    public val anonymousEnabled: Boolean get() = isEnabled("anonymous")

    /** Whether users can sign in with codes by email. False on servers that do not know them. */
    public val emailCodeEnabled: Boolean get() = isEnabled("emailCode")

    /** Whether users can sign in with passkeys. False on servers that do not know them. */
    public val passkeyEnabled: Boolean get() = isEnabled("passkey")

    /** Whether [BrowserSignIn] works with this provider. */
    public fun worksInBrowser(provider: Provider): Boolean =
        json.child("providers")?.child(provider.short)?.flag("browser") == true

    /** Whether new users may sign up. */
    public val signUpOpen: Boolean get() = json.flag("signUpOpen")

    /** Whether users must verify their email before they can sign in with their password. */
    public val requireEmailVerification: Boolean get() = json.flag("requireEmailVerification")

    /** How many characters a new password has at least. */
    public val minPasswordLength: Int get() = json.child("passwordPolicy")?.int("minLength") ?: 0

    /** Days between a user's request to delete the account and its deletion; 0 means at once. */
    public val deletionGraceDays: Int get() = json.int("deletionGraceDays")

    /** The client id for Google's own SDK on a server or as the server client id of an app. */
    public val googleWebClientId: String? get() = json.child("googleClientIds")?.textOrNone("web")

    /** The domain that passkeys belong to; null while they are off. */
    public val passkeyRpId: String? get() = json.textOrNone("passkeyRpId")

    /** Who needs a second factor: `off`, `optional`, `required` or `required_by_claim`; null on servers that do not know them. */
    public val mfaPolicy: String? get() = shortName("MFA_POLICY", json["mfaPolicy"])

    /** The languages that emails and pages can have. */
    public val languages: List<String> get() = json.texts("languages")

    /** The look of the project's pages and emails. */
    public val theme: Theme get() = Theme(json.child("theme").orEmpty())

    private fun isEnabled(method: String) = json.child("providers")?.child(method)?.flag("enabled") == true
}

/** The look of the project's pages and emails. */
public class Theme internal constructor(json: JsonObject) : Message(json) {
    /** The colours in light mode. */
    public val colors: ThemeColors get() = ThemeColors(json.child("colors").orEmpty())

    /** The colours in dark mode; null when the light ones are always used. */
    public val darkColors: ThemeColors? get() = json.child("darkColors")?.let(::ThemeColors)

    /** The corner radius of buttons, fields and cards, in pixels. */
    public val cornerRadius: Int get() = json.int("cornerRadius")

    /** The name of the font; null means the system font. */
    public val fontFamily: String? get() = json.textOrNone("fontFamily")

    /** Where the logo is served. */
    public val logoUrl: String? get() = json.textOrNone("logoUrl")

    /** The name on pages and in emails; null means the name of the project. */
    public val productName: String? get() = json.textOrNone("productName")

    /** The URL of the privacy policy. */
    public val privacyUrl: String? get() = json.textOrNone("privacyUrl")

    /** The URL of the terms of use. */
    public val termsUrl: String? get() = json.textOrNone("termsUrl")
}

/** Colours such as `#1a73e8`. */
public class ThemeColors internal constructor(json: JsonObject) : Message(json) {
    /** Buttons and links. */
    public val primary: String get() = json.text("primary").orEmpty()

    /** Text on [primary]. */
    public val onPrimary: String get() = json.text("onPrimary").orEmpty()

    /** The background of the page. */
    public val background: String get() = json.text("background").orEmpty()

    /** The background of cards and fields. */
    public val surface: String get() = json.text("surface").orEmpty()

    /** Text on [background] and [surface]. */
    public val text: String get() = json.text("text").orEmpty()

    /** Less important text on [background] and [surface]. */
    public val mutedText: String get() = json.text("mutedText").orEmpty()

    /** Error messages on [background] and [surface]. */
    public val error: String get() = json.text("error").orEmpty()
}
