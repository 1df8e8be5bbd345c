package com.example;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.SecurityContext;
import java.net.MalformedURLException;
import java.net.URI;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/** Replaces Spring's own decoder, which fetches the keys for every unknown kid, and anyone can send any kid. */
@Configuration
class Keys {
  @Bean
  JwtDecoder jwtDecoder(
      @Value("${spring.security.oauth2.resourceserver.jwt.issuer-uri}") String issuer,
      @Value("${spring.security.oauth2.resourceserver.jwt.audiences}") String audience)
      throws MalformedURLException {
    JWKSource<SecurityContext> keys =
        JWKSourceBuilder.create(URI.create(issuer + "/.well-known/jwks.json").toURL())
            .rateLimited(60_000)
            .outageTolerantForever()
            .build();
    NimbusJwtDecoder decoder =
        NimbusJwtDecoder.withJwkSource(keys).jwsAlgorithm(SignatureAlgorithm.ES256).build();
    decoder.setJwtValidator(
        JwtValidators.createDefaultWithValidators(
            new JwtIssuerValidator(issuer), new JwtAudienceValidator(audience)));
    return token -> {
      try {
        return decoder.decode(token);
      } catch (JwtException error) {
        // Otherwise Spring answers 500, as it does when it cannot get the keys.
        if (error.getCause() instanceof RateLimitReachedException)
          throw new BadJwtException("no key of the project signed it", error);
        throw error;
      }
    };
  }
}
