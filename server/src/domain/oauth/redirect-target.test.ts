import { describe, expect, test } from "vitest";
import { AppError } from "../../errors.ts";
import { allowedRedirects, dangerousSchemes, hostileRedirects } from "../../testing/hostile-redirects.ts";
import { requireRedirectTarget, withParameters } from "./redirect-target.ts";

function reasonFor(redirectTo: string, allowed = allowedRedirects): string {
  try {
    return requireRedirectTarget(allowed, redirectTo).kind;
  } catch (error) {
    if (error instanceof AppError) return error.reason;
    throw error;
  }
}

test.each([
  ["com.example.app://callback", "app"],
  ["com.example.app:/oauth2redirect", "app"],
  ["com.example.app:///callback?screen=home&x=%20y", "app"],
  ["myapp://sign-in/done", "app"],
  ["https://app.example.com", "web"],
  ["https://app.example.com/", "web"],
  ["https://app.example.com/signed-in?next=%2Fhome", "web"],
  ["https://app.example.com?next=1", "web"],
  ["https://app.example.com//evil.example/", "web"], // still the same origin
  ["https://app.example.com:8443/cb", "web"],
  ["http://localhost:3000/cb", "web"],
])("%s is allowed", (redirectTo, kind) => {
  expect(reasonFor(redirectTo)).toBe(kind);
  expect(requireRedirectTarget(allowedRedirects, redirectTo).href).toBe(redirectTo);
});

describe("a target that is not in the settings, letter by letter, is refused", () => {
  test.each(hostileRedirects)("%j", (redirectTo) => {
    expect(reasonFor(redirectTo)).toBe("REDIRECT_NOT_ALLOWED");
  });
});

test.each(dangerousSchemes)("a saved scheme %s is refused when it is used", (scheme) => {
  const saved = { redirectSchemes: [scheme], redirectOrigins: [] };
  for (const rest of ["//cb", "/cb", "///cb"])
    expect(reasonFor(`${scheme}:${rest}`, saved)).toBe("REDIRECT_NOT_ALLOWED");
});

test.each(["http://app.example.com", "https://*.example.com", "javascript:alert(1)", "null", ""])(
  "a saved origin %j is refused when it is used",
  (origin) => {
    const saved = { redirectSchemes: [], redirectOrigins: [origin] };
    for (const redirectTo of [origin, `${origin}/cb`, "https://a.example.com/"])
      expect(reasonFor(redirectTo, saved)).toBe("REDIRECT_NOT_ALLOWED");
  },
);

test("what the app learns is added to its own query and stays one value each", () => {
  expect(withParameters("myapp://cb", { code: "a-b_c", state: "x&y=1 #+" })).toBe(
    "myapp://cb?code=a-b_c&state=x%26y%3D1%20%23%2B",
  );
  expect(withParameters("https://app.example.com/cb?next=%2F", { error: "access_denied" })).toBe(
    "https://app.example.com/cb?next=%2F&error=access_denied",
  );
});
