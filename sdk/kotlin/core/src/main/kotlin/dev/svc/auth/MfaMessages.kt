package dev.svc.auth

/** A way to prove the second factor. */
public enum class SecondFactor {
    /** A code of the authenticator app. */
    TOTP,

    /** A passkey. */
    PASSKEY,

    /** One of the recovery codes. */
    RECOVERY_CODE,
}

/** What the app shows next in a sign-in or an enrollment. */
public sealed interface MfaStep {
    /** Ask for a proof, and call [Mfa.completeSignIn]. */
    public data class Prove(
        /** What the user can prove, the most usual first. */
        val factors: List<SecondFactor>,
        /** Until when, by the server's clock (ISO 8601). */
        val expiresAt: String,
    ) : MfaStep

    /** Say that the account needs an authenticator app, and call [Mfa.startRequiredEnrollment]. */
    public data class Enroll(
        /** Until when, by the server's clock (ISO 8601). */
        val expiresAt: String,
    ) : MfaStep

    /** Show the secret, ask for a code of the app, and call [Mfa.confirmTotpEnrollment]. */
    public data class Confirm(
        /** What the app shows. */
        val enrollment: TotpEnrollment,
    ) : MfaStep

    /** Show the recovery codes, which nobody can see again, and call [Mfa.cancel] when the user has kept them. */
    public class RecoveryCodes internal constructor(
        /** Each replaces the authenticator app once. */
        public val recoveryCodes: List<String>,
    ) : MfaStep {
        /** Without the codes. */
        override fun toString(): String = "RecoveryCodes"
    }
}

/** An authenticator app that is about to be enrolled: show [uri] as a QR code, and [secret] below it. */
public class TotpEnrollment internal constructor(json: JsonObject) : Message(json) {
    /** The secret in base32, for people who cannot scan the code. */
    public val secret: String get() = json.text("secret").orEmpty()

    /** The same as `otpauth://totp/...`. On a phone it is a link. */
    public val uri: String get() = json.text("uri").orEmpty()

    /** Whether [Mfa.confirmTotpEnrollment] also needs the code that was sent to the user's address. */
    public val needsEmailCode: Boolean get() = json.flag("needsEmailCode")

    /** When the enrollment expires (ISO 8601). */
    public val expiresAt: String? get() = json.text("expiresAt")
}

/** What [Mfa.confirmTotpEnrollment] returns. */
public class Enrolled internal constructor(
    /** Each replaces the authenticator app once. Nobody can see them again: show them at once. */
    public val recoveryCodes: List<String>,
    /** In a sign-in: the access token and its expiry. Null when its answer was lost: then call [Mfa.completeSignIn]. */
    public val session: Session?,
) {
    /** Without the codes. */
    override fun toString(): String = "Enrolled(session=$session)"
}

/** The second factors of the signed-in user. Times are ISO 8601 strings. */
public class MyFactors internal constructor(json: JsonObject) : Message(json) {
    /** When the authenticator app was enrolled; null when none is. */
    public val totpEnrolledAt: String? get() = json.text("totpEnrolledAt")

    /** When a code of the app was last used. */
    public val totpLastUsedAt: String? get() = json.text("totpLastUsedAt")

    /** How many recovery codes are left. */
    public val recoveryCodesLeft: Int get() = json.int("recoveryCodesLeft")

    /** How many passkeys can take the place of a second factor. */
    public val passkeys: Int get() = json.int("passkeys")

    /** Whether the next sign-in of this user needs a second factor. */
    public val required: Boolean get() = json.flag("required")
}

/** What [Mfa.reauthenticate] takes. */
public sealed interface Proof {
    /** The current password. */
    public class Password(internal val password: String) : Proof

    /** Six digits of the authenticator app. */
    public class Totp(internal val code: String) : Proof, SecondProof

    /** Asks the user for a passkey. */
    public class Passkey(internal val passkeys: Passkeys) : Proof, SecondProof

    /** The code that [EmailCodes.requestEmailCode] sent to the user's address, as the user typed it. */
    public class EmailCode(internal val code: String) : Proof

    /** One of the recovery codes. Spaces, hyphens and case do not matter. It cannot prove a session again. */
    public class RecoveryCode(internal val code: String) : SecondProof
}

/** What [Mfa.completeSignIn] takes. */
public sealed interface SecondProof

/** What a sign-in still needs. The token is a secret. */
internal class Challenge(val token: String, val factors: List<SecondFactor>, val expiresAt: String)

/** Reads svc.auth.v1.MfaChallenge (1: token, 2: factors, 3: time of expiry) out of the error of a sign-in. */
internal fun challengeOf(error: Throwable): Challenge? {
    val details = (error as? AuthException)?.details ?: return null
    val fields = fieldsOf(detailOf(details, "svc.auth.v1.MfaChallenge") ?: return null)
    val bytesOf = { number: Int -> fields.firstOrNull { it.number == number }?.bytes ?: ByteArray(0) }
    // A newer server may know more of them.
    val factors = numbersIn(bytesOf(2)).mapNotNull { SecondFactor.entries.getOrNull(it.toInt() - 1) }
    // A timestamp is the number of its field, seconds, the number of its field, nanoseconds.
    val time = numbersIn(bytesOf(3))
    val millis = time.getOrElse(1) { 0 } * 1000 + time.getOrElse(3) { 0 } / 1_000_000
    return Challenge(String(bytesOf(1)), factors, timestampOf(millis))
}

private fun numbersIn(bytes: ByteArray): List<Long> {
    val numbers = Varints(bytes)
    return buildList { while (numbers.hasNext()) add(numbers.next()) }
}
