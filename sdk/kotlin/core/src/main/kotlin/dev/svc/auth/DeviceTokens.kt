package dev.svc.auth

import java.util.Locale

private const val MOST_ACCOUNTS = 3

/** The device token for the account with this address, if there is one. */
internal fun Stored.deviceTokenOf(email: String): String? {
    val key = keyOf(email)
    return devices.firstOrNull { it.key() == key }?.getOrNull(1) as? String
}

/** Kept after signing out, so that strangers who guess passwords do not lock the user out on this device. */
internal fun Stored.withDeviceToken(email: String?, token: String?): Stored {
    if (email.isNullOrEmpty() || token.isNullOrEmpty()) return this
    val key = keyOf(email)
    val others = devices.filter { it.key() != key }
    return with("devices" to (listOf(listOf(key, token)) + others).take(MOST_ACCOUNTS))
}

/** Best effort: without a device token the app still works. */
internal suspend fun Disk.keepDeviceToken(email: String?, token: String?) {
    try {
        change { it.replaceable().withDeviceToken(email ?: it.session?.user?.email, token) }
    } catch (_: AuthException) {
    }
}

private fun List<Any?>.key(): Long? = (firstOrNull() as? Number)?.toLong()

/** The address itself is not stored. If two addresses had the same key, one would send the other's token, which the server ignores. */
private fun keyOf(email: String): Long {
    var key = 0
    val plain = email.trim().lowercase(Locale.ROOT)
    var at = 0
    while (at < plain.length) {
        key = key * 31 + plain[at].code
        at += Character.charCount(plain.codePointAt(at))
    }
    return key.toLong()
}
