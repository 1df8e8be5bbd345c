package dev.svc.auth

/**
 * Emails with links. Nobody needs to be signed in. The server's own pages do the confirming half, unless the app handles the
 * links. [AuthClient] has these methods.
 */
public interface EmailLinkMethods {
    /** Emails a new verification link. Always succeeds, so that nobody learns which emails have an account. */
    public suspend fun requestEmailVerification(email: String)

    /**
     * Marks the email as verified, with the token from an emailed link.
     *
     * @param review removes what [inspectEmailLink] lists and the owner of the mailbox does not recognise.
     * @throws AuthException `EMAIL_TOKEN_INVALID`.
     */
    public suspend fun confirmEmailVerification(token: String, review: EmailLinkReview? = null): User

    /**
     * "This wasn't me": deletes an account that somebody else created with this email, or takes the email and the password
     * away from an account that has other ways to sign in. Returns true when the whole account was deleted.
     *
     * @throws AuthException `EMAIL_TOKEN_INVALID`.
     */
    public suspend fun rejectEmailVerification(token: String): Boolean

    /** Emails a link to choose a new password. Always succeeds, so that nobody learns which emails have an account. */
    public suspend fun requestPasswordReset(email: String)

    /**
     * Sets a new password with the token from an emailed link, and ends every session of the user.
     *
     * @throws AuthException `EMAIL_TOKEN_INVALID`, `WEAK_PASSWORD` (the link stays valid).
     */
    public suspend fun confirmPasswordReset(token: String, newPassword: String)

    /**
     * Makes the new address the user's email, with the token from an emailed link.
     *
     * @param review removes what [inspectEmailLink] lists and the owner of the mailbox does not recognise.
     * @throws AuthException `EMAIL_TOKEN_INVALID`, `EMAIL_ALREADY_EXISTS` (another account took it meanwhile).
     */
    public suspend fun confirmEmailChange(token: String, review: EmailLinkReview? = null): User

    /**
     * Restores the old email, with the token from the email that its owner got, and ends every session. The password is
     * removed: returns the token for [confirmPasswordReset].
     *
     * @throws AuthException `EMAIL_TOKEN_INVALID`.
     */
    public suspend fun undoEmailChange(token: String): String

    /**
     * Says what an emailed link is about, without using it up.
     *
     * @throws AuthException `EMAIL_TOKEN_INVALID`.
     */
    public suspend fun inspectEmailLink(token: String): EmailLink

    /**
     * Emails a link that deletes the account, for people who no longer have the app. Always succeeds, so that nobody learns
     * which emails have an account.
     */
    public suspend fun requestAccountDeletion(email: String)

    /**
     * Deletes the account permanently, with the token from an emailed link, or at `deletionTime` as `deleteAccount` does.
     *
     * @throws AuthException `EMAIL_TOKEN_INVALID`.
     */
    public suspend fun confirmAccountDeletion(token: String): DeletedAccount
}

/** What the owner of a mailbox decided about the sign-in methods that `inspectEmailLink` lists. */
public data class EmailLinkReview(
    /** Google and Apple accounts to remove. */
    val removeProviders: List<Provider> = emptyList(),
    /** Ids of passkeys to remove. */
    val removePasskeys: List<String> = emptyList(),
    /** What the page has shown. All others are removed, because somebody added them meanwhile. Null: they stay. */
    val listed: ListedMethods? = null,
) {
    internal fun toJson(): JsonObject =
        jsonOf(
            "removeProviders" to removeProviders.map { it.short },
            "removePasskeys" to removePasskeys,
            "listed" to listed?.let { jsonOf("providers" to it.providers, "passkeyIds" to it.passkeyIds) },
        )
}

/** Sign-in methods that a page has shown. */
public data class ListedMethods(
    /** Google and Apple accounts, as [ReviewedIdentity.provider] names them. */
    val providers: List<String>,
    /** Ids of passkeys. */
    val passkeyIds: List<String>,
)

/** What an emailed link is about, for an app that handles the links itself. */
public class EmailLink internal constructor(json: JsonObject) : Message(json) {
    /** `verify_email`, `reset_password`, `invite_user`, `change_email`, `delete_account` or `undo_email_change`. */
    public val purpose: String get() = json.text("purpose").orEmpty()

    /** The address that the link was sent to. */
    public val email: String get() = json.text("email").orEmpty()

    /** Of `verify_email`: whether [EmailLinkMethods.rejectEmailVerification] deletes the account. */
    public val rejectDeletesAccount: Boolean get() = json.flag("rejectDeletesAccount")

    /** The Google and Apple accounts that the owner of the mailbox should review. */
    public val identities: List<ReviewedIdentity> get() = json.children("identities").map(::ReviewedIdentity)

    /** The passkeys that the owner of the mailbox should review. */
    public val passkeys: List<ReviewedPasskey> get() = json.children("passkeys").map(::ReviewedPasskey)
}

/** A linked account that the owner of the mailbox decides about. */
public class ReviewedIdentity internal constructor(json: JsonObject) : Message(json) {
    /** `google` or `apple`. */
    public val provider: String get() = json.text("provider").orEmpty()

    /** The address that the provider gave. */
    public val email: String? get() = json.textOrNone("email")

    /** When it was linked (ISO 8601). */
    public val linkedAt: String? get() = json.text("linkedAt")

    /** Whether a password reset keeps it. */
    public val keepByDefault: Boolean get() = json.flag("keepByDefault")
}

/** A passkey that the owner of the mailbox decides about. */
public class ReviewedPasskey internal constructor(json: JsonObject) : Message(json) {
    /** Its id. */
    public val id: String get() = json.text("id").orEmpty()

    /** What the user called it, or the product that keeps it. */
    public val name: String get() = json.text("name").orEmpty()

    /** When it was added (ISO 8601). */
    public val createdAt: String? get() = json.text("createdAt")

    /** When it last signed in; null when it never did. */
    public val lastUsedAt: String? get() = json.text("lastUsedAt")

    /** Whether a password reset keeps it. */
    public val keepByDefault: Boolean get() = json.flag("keepByDefault")
}

internal class EmailLinkCalls(private val caller: Caller) : EmailLinkMethods {
    private val keeper = caller.keeper

    override suspend fun requestEmailVerification(email: String) = send("RequestEmailVerification", "email" to email)

    override suspend fun confirmEmailVerification(token: String, review: EmailLinkReview?): User =
        confirm("ConfirmEmailVerification", token, review)

    override suspend fun rejectEmailVerification(token: String): Boolean =
        ask("RejectEmailVerification", "token" to token).flag("accountDeleted")

    override suspend fun requestPasswordReset(email: String) = send("RequestPasswordReset", "email" to email)

    override suspend fun confirmPasswordReset(token: String, newPassword: String) =
        send("ConfirmPasswordReset", "token" to token, "newPassword" to newPassword)

    override suspend fun confirmEmailChange(token: String, review: EmailLinkReview?): User =
        confirm("ConfirmEmailChange", token, review)

    override suspend fun undoEmailChange(token: String): String =
        ask("UndoEmailChange", "token" to token).text("resetToken").orEmpty()

    override suspend fun inspectEmailLink(token: String): EmailLink = EmailLink(ask("InspectEmailLink", "token" to token))

    override suspend fun requestAccountDeletion(email: String) = send("RequestAccountDeletion", "email" to email)

    override suspend fun confirmAccountDeletion(token: String): DeletedAccount =
        DeletedAccount(ask("ConfirmAccountDeletion", "token" to token).text("deletionTime"))

    private suspend fun confirm(method: String, token: String, review: EmailLinkReview?): User =
        caller.run {
            val request = review?.toJson().orEmpty() + ("token" to token)
            keeper.keepUser(userIn(caller.call(method, request)))
        }

    private suspend fun ask(method: String, vararg fields: Pair<String, Any?>): JsonObject =
        caller.run { caller.call(method, jsonOf(*fields)) }

    private suspend fun send(method: String, vararg fields: Pair<String, Any?>) {
        ask(method, *fields)
    }
}
