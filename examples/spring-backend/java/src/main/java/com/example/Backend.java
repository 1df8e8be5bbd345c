package com.example;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@SpringBootApplication
@RestController
public class Backend {
  public static void main(String[] args) {
    SpringApplication.run(Backend.class, args);
  }

  @GetMapping("/me")
  Map<String, Object> me(@AuthenticationPrincipal Jwt token) {
    return Map.of("userId", token.getSubject(), "isAnonymous", token.hasClaim("anonymous"));
  }

  @GetMapping("/members")
  Map<String, Object> members(@AuthenticationPrincipal Jwt token) {
    if (token.hasClaim("anonymous")) throw new ResponseStatusException(HttpStatus.FORBIDDEN);
    return me(token);
  }

  @GetMapping("/payout")
  Map<String, Object> payout(@AuthenticationPrincipal Jwt token) {
    StepUp.require(token, Duration.ofMinutes(5));
    return me(token);
  }
}
