package dev.svc.auth

/** Who delivers the notifications. */
public enum class PushProvider {
    /** Apple. */
    APNS,

    /** Firebase. */
    FCM,
}

/** Which server of Apple knows the token. */
public enum class PushEnvironment {
    /** For development builds. */
    SANDBOX,

    /** For all others. */
    PRODUCTION,
}

/** A device of the user that is registered for notifications. Times are ISO 8601 strings. */
public class PushDevice internal constructor(json: JsonObject) : Message(json) {
    /** The id of the registration. */
    public val id: String get() = json.text("id").orEmpty()

    /** The id of the app's installation. */
    public val installationId: String get() = json.text("installationId").orEmpty()

    /** Who delivers the notifications; null for one that this version does not know. */
    public val provider: PushProvider? get() = enumOf<PushProvider>(json.text("provider"))

    /** Which server of Apple knows the token; null for `fcm`. */
    public val environment: PushEnvironment? get() = enumOf<PushEnvironment>(json.text("environment"))

    /** The package name of the app. */
    public val appId: String get() = json.text("appId").orEmpty()

    /** The model of the device. */
    public val deviceModel: String? get() = json.textOrNone("deviceModel")

    /** Whether the user allows the app to show notifications. */
    public val notificationsEnabled: Boolean get() = json.flag("notificationsEnabled")

    /** When the device was last registered. */
    public val lastRegisteredAt: String? get() = json.text("lastRegisteredAt")

    /** Whether this is the device of this session. */
    public val current: Boolean get() = json.flag("current")
}

/** What an app tells about itself and its device. All of it is optional. */
public data class PushDeviceDetails(
    /** The version of the app. */
    val appVersion: String? = null,
    /** The operating system, for example `android`. */
    val os: String? = null,
    /** The version of the operating system. */
    val osVersion: String? = null,
    /** The model of the device. */
    val deviceModel: String? = null,
    /** The language of the user as a BCP 47 tag. */
    val locale: String? = null,
    /** The time zone of the device, for example `Europe/Zurich`. */
    val timezone: String? = null,
    /** Whether the user allows the app to show notifications. */
    val notificationsEnabled: Boolean? = null,
)

private const val SERVICE = "push.v1.PushService/"

/**
 * Registers the signed-in user's devices for notifications.
 *
 * ```kotlin
 * auth.push.registerPushDevice(PushProvider.FCM, token, "com.example.app")
 * ```
 */
public class PushDevices internal constructor(private val caller: Caller) {
    /**
     * Registers this installation for notifications, or updates its registration. Call it at every start of the app and when
     * the app gets a new push token.
     *
     * @param appId the package name of the app.
     * @param environment required for `APNS`, ignored for `FCM`.
     * @throws AuthException `INVALID_REQUEST` (`metadata["field"]` says which).
     */
    public suspend fun registerPushDevice(
        provider: PushProvider,
        token: String,
        appId: String,
        environment: PushEnvironment? = null,
        details: PushDeviceDetails = PushDeviceDetails(),
    ): PushDevice =
        caller.run {
            val request =
                jsonOf(
                    "token" to token,
                    "appId" to appId,
                    "provider" to "PUSH_PROVIDER_$provider",
                    "environment" to environment?.let { "PUSH_ENVIRONMENT_$it" },
                    "installationId" to installationId(),
                    "appVersion" to details.appVersion,
                    "os" to details.os,
                    "osVersion" to details.osVersion,
                    "deviceModel" to details.deviceModel,
                    "locale" to details.locale,
                    "timezone" to details.timezone,
                    "notificationsEnabled" to details.notificationsEnabled,
                )
            deviceOf(caller.asUser("${SERVICE}RegisterPushDevice", request).child("device") ?: throw noAnswer())
        }

    /** Removes this installation, or the device with this id of [listMyPushDevices]. `signOut` removes this installation, too. */
    public suspend fun unregisterPushDevice(deviceId: String? = null) {
        caller.run {
            val which = if (deviceId == null) "installationId" to installationId() else "deviceId" to deviceId
            caller.asUser("${SERVICE}UnregisterPushDevice", jsonOf(which))
        }
    }

    /** Lists the user's devices that are registered for notifications, without their tokens. */
    public suspend fun listMyPushDevices(): List<PushDevice> =
        caller.run { caller.asUser("${SERVICE}ListMyPushDevices").children("devices").map(::deviceOf) }

    /** Created once and kept when the user signs out, so that the next user of this phone has the same id. */
    private suspend fun installationId(): String {
        var id = ""
        caller.keeper.disk.change { stored ->
            stored.broken?.let { throw it }
            id = stored.installationId ?: uuid()
            if (stored.installationId == null) stored.with("installationId" to id) else null
        }
        return id
    }
}

private fun deviceOf(wire: JsonObject): PushDevice {
    val provider = shortName("PUSH_PROVIDER", wire["provider"])
    val environment = shortName("PUSH_ENVIRONMENT", wire["environment"])
    return PushDevice((wire - "provider" - "environment") + jsonOf("provider" to provider, "environment" to environment))
}

private fun uuid(): String {
    val bytes = randomBytes(16)
    bytes[6] = (bytes[6].toInt() and 15 or 64).toByte()
    bytes[8] = (bytes[8].toInt() and 63 or 128).toByte()
    return toHex(bytes).replace(Regex("(.{8})(.{4})(.{4})(.{4})"), "$1-$2-$3-$4-")
}
