package com.example

import java.time.Duration
import java.time.Instant
import org.springframework.http.HttpStatus
import org.springframework.security.oauth2.jwt.Jwt
import org.springframework.web.ErrorResponseException

private val LEEWAY = Duration.ofSeconds(5)

/** The token is good, but its user has proven too little, or too long ago. */
class StepUp(maxAuthAge: Duration) : ErrorResponseException(HttpStatus.UNAUTHORIZED) {
    init {
        headers["www-authenticate"] =
            """Bearer error="insufficient_user_authentication", acr_values="mfa", max_age="${maxAuthAge.seconds}""""
    }
}

/**
 * Throws unless the user has proven two factors, and that recently enough. The project must use second factors: other
 * tokens say nothing about them, and are refused.
 */
fun requireStepUp(token: Jwt, maxAuthAge: Duration) {
    val hasFactors = "mfa" in token.getClaimAsStringList("amr").orEmpty()
    val provenAt: Instant? = token.getClaimAsInstant("auth_time")
    val isRecent = provenAt != null && provenAt + maxAuthAge + LEEWAY > Instant.now()
    if (!hasFactors || !isRecent) throw StepUp(maxAuthAge)
}
