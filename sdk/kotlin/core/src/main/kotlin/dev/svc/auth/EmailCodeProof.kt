package dev.svc.auth

import java.text.Normalizer

/** The proof for a code that was requested on this device: that the user has read the email, and that this device asked. */
internal fun emailCodeProof(stored: Stored, typed: String): JsonObject {
    val flow = stored.replaceable().emailCode
    val id =
        flow?.id
            ?: throw withAttemptsLeft(
                AuthException(AuthReason.EMAIL_CODE_INVALID, "request a code first", code = "unauthenticated"),
            )
    return jsonOf("flowId" to id, "code" to plainCode(typed), "codeVerifier" to flow.codeVerifier)
}

/** Best effort: the code is used up, and the flow is forgotten with time. */
internal suspend fun Disk.forgetFlow(codeVerifier: String?) {
    try {
        change { if (it.emailCode?.codeVerifier == codeVerifier) it.with("emailCode" to null) else null }
    } catch (_: AuthException) {
    }
}

/** A wrong code that is not counted says nothing about how often it can be tried. */
internal fun withAttemptsLeft(error: AuthException): AuthException {
    val left =
        error.metadata["attempts_left"]?.toIntOrNull()
            ?: if (error.reason == AuthReason.EMAIL_CODE_INVALID) 0 else return error
    return error.withAttemptsLeft(left)
}

private val IGNORED = Regex("[\\s\\u00a0\\u00ad\\u1680\\u2000-\\u200f\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff-]")

/** As the server reads it, so that the same code typed in another way is the same attempt. */
private fun plainCode(typed: String): String = Normalizer.normalize(typed, Normalizer.Form.NFKC).replace(IGNORED, "")
