package dev.svc.auth

/** What users do with their own account. [AuthClient] has these methods. */
public interface AccountMethods {
    /** Fetches the signed-in user from the server and updates the state. For example after your backend changed the user. */
    public suspend fun getMe(): User

    /**
     * Changes the user's display name, picture and language. What is null stays as it is; an empty text removes it.
     *
     * @throws AuthException `INVALID_REQUEST` (`metadata["field"]` says which).
     */
    public suspend fun updateMe(displayName: String? = null, avatarUrl: String? = null, locale: String? = null): User

    /**
     * Removes a Google or Apple account from the user. It also ends the sessions that were opened with it, perhaps this one.
     * Needs [currentPassword], unless the user signed in during the last ten minutes.
     *
     * @throws AuthException `LAST_SIGN_IN_METHOD`, `REAUTHENTICATION_REQUIRED`, `INVALID_CREDENTIALS` (wrong current
     *   password), `NOT_FOUND`.
     */
    public suspend fun unlinkIdentity(provider: Provider, currentPassword: String? = null): User

    /**
     * Changes the password and ends the user's other sessions. A user who has no password yet gets one with `linkPassword`.
     *
     * @throws AuthException `INVALID_CREDENTIALS` (wrong current password), `WEAK_PASSWORD`.
     */
    public suspend fun changePassword(currentPassword: String, newPassword: String)

    /**
     * Emails a confirmation link to a new address. The old address stays in use until the user follows the link. Succeeds
     * also when another account has the new address; then no link is sent.
     *
     * @throws AuthException `REAUTHENTICATION_REQUIRED`, `INVALID_CREDENTIALS` (wrong current password).
     */
    public suspend fun requestEmailChange(newEmail: String, currentPassword: String? = null)

    /** Lists the devices on which the user is signed in, the most recently used first. `current` marks this one. */
    public suspend fun listMySessions(): List<DeviceSession>

    /**
     * Ends the session of one device of the user. Succeeds also when it has already ended.
     *
     * @throws AuthException `NOT_FOUND` (not a session of this user).
     */
    public suspend fun revokeMySession(sessionId: String)

    /**
     * Deletes the user's account permanently and signs out. Needs [currentPassword], unless the user is a guest or signed in
     * during the last ten minutes. Where the project has a grace period, the account is deleted at
     * [DeletedAccount.deletionTime], and signing in before then keeps it.
     *
     * @throws AuthException `REAUTHENTICATION_REQUIRED`, `INVALID_CREDENTIALS` (wrong current password).
     */
    public suspend fun deleteAccount(currentPassword: String? = null): DeletedAccount

    /** Fetches which sign-in methods are enabled, the password policy and the theme, for your sign-in screen. */
    public suspend fun getProjectConfig(): ProjectConfig
}

/** What came of deleting an account. */
public data class DeletedAccount(
    /** When the account will be deleted (ISO 8601). Null when it is deleted already. */
    val deletionTime: String?,
)

/** A device on which the user is signed in. */
public class DeviceSession internal constructor(json: JsonObject) : Message(json) {
    /** The `sid` of the access token. */
    public val id: String get() = json.text("id").orEmpty()

    /** What the device said it is, for example its user agent. Untrusted text. */
    public val device: String get() = json.text("device").orEmpty()

    /** When the user signed in on it (ISO 8601). */
    public val createdAt: String? get() = json.text("createdAt")

    /** When its tokens were last refreshed (ISO 8601). */
    public val lastUsedAt: String? get() = json.text("lastUsedAt")

    /** Whether this is the session of this device. */
    public val current: Boolean get() = json.flag("current")
}

internal class AccountCalls(private val caller: Caller) : AccountMethods {
    private val keeper = caller.keeper
    private val asUser = caller.asUser

    override suspend fun getMe(): User = keeping { asUser("GetMe") }

    override suspend fun updateMe(displayName: String?, avatarUrl: String?, locale: String?): User = keeping {
        asUser("UpdateMe", jsonOf("displayName" to displayName, "avatarUrl" to avatarUrl, "locale" to locale))
    }

    override suspend fun unlinkIdentity(provider: Provider, currentPassword: String?): User = keeping {
        asUser("UnlinkIdentity", jsonOf("provider" to provider.long, "currentPassword" to currentPassword))
    }

    override suspend fun changePassword(currentPassword: String, newPassword: String): Unit =
        caller.run {
            val request = jsonOf("currentPassword" to currentPassword, "newPassword" to newPassword)
            keeper.disk.keepDeviceToken(null, asUser("ChangePassword", request).text("deviceToken"))
        }

    override suspend fun requestEmailChange(newEmail: String, currentPassword: String?) {
        caller.run { asUser("RequestEmailChange", jsonOf("newEmail" to newEmail, "currentPassword" to currentPassword)) }
    }

    override suspend fun listMySessions(): List<DeviceSession> =
        caller.run { asUser("ListMySessions").children("sessions").map(::DeviceSession) }

    override suspend fun revokeMySession(sessionId: String) {
        caller.run { asUser("RevokeMySession", jsonOf("sessionId" to sessionId)) }
    }

    override suspend fun deleteAccount(currentPassword: String?): DeletedAccount =
        caller.run {
            val deletionTime =
                try {
                    asUser("DeleteAccount", jsonOf("currentPassword" to currentPassword)).text("deletionTime")
                } catch (error: AuthException) {
                    // An earlier call has deleted the account, but its answer was lost.
                    if (error.metadata["cause"].isNullOrEmpty()) throw error
                    null
                }
            keeper.close(SignedOutReason.DELETED)
            DeletedAccount(deletionTime)
        }

    override suspend fun getProjectConfig(): ProjectConfig =
        caller.run { ProjectConfig(caller.call("${CONFIG_SERVICE}GetProjectConfig")) }

    private suspend fun keeping(ask: suspend () -> JsonObject): User = caller.run { keeper.keepUser(userIn(ask())) }
}

internal fun userIn(answer: JsonObject): User = decodeUser(answer.child("user") ?: throw noAnswer())
