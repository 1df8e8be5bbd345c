package com.example

import java.time.Duration
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.runApplication
import org.springframework.http.HttpStatus
import org.springframework.security.core.annotation.AuthenticationPrincipal
import org.springframework.security.oauth2.jwt.Jwt
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.server.ResponseStatusException

@SpringBootApplication
@RestController
class Backend {
    @GetMapping("/me")
    fun me(@AuthenticationPrincipal token: Jwt) =
        mapOf("userId" to token.subject, "isAnonymous" to token.hasClaim("anonymous"))

    @GetMapping("/members")
    fun members(@AuthenticationPrincipal token: Jwt): Map<String, Any?> {
        if (token.hasClaim("anonymous")) throw ResponseStatusException(HttpStatus.FORBIDDEN)
        return me(token)
    }

    @GetMapping("/payout")
    fun payout(@AuthenticationPrincipal token: Jwt): Map<String, Any?> {
        requireStepUp(token, Duration.ofMinutes(5))
        return me(token)
    }
}

fun main(args: Array<String>) {
    runApplication<Backend>(*args)
}
