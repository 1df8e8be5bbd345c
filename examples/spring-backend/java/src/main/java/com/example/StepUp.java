package com.example;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.ErrorResponseException;

/** The token is good, but its user has proven too little, or too long ago. */
public class StepUp extends ErrorResponseException {
  private static final Duration LEEWAY = Duration.ofSeconds(5);

  private StepUp(Duration maxAuthAge) {
    super(HttpStatus.UNAUTHORIZED);
    getHeaders()
        .set(
            "www-authenticate",
            "Bearer error=\"insufficient_user_authentication\", acr_values=\"mfa\", max_age=\"%d\""
                .formatted(maxAuthAge.toSeconds()));
  }

  /**
   * Throws unless the user has proven two factors, and that recently enough. The project must use second factors: other
   * tokens say nothing about them, and are refused.
   */
  static void require(Jwt token, Duration maxAuthAge) {
    List<String> methods = token.getClaimAsStringList("amr");
    Instant provenAt = token.getClaimAsInstant("auth_time");
    boolean hasFactors = methods != null && methods.contains("mfa");
    boolean isRecent =
        provenAt != null && provenAt.plus(maxAuthAge).plus(LEEWAY).isAfter(Instant.now());
    if (!hasFactors || !isRecent) throw new StepUp(maxAuthAge);
  }
}
