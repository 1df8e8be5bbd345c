package com.example;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

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
}
