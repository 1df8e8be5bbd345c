/** The security headers of every response. */
export function securityHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return {
    "x-content-type-options": "nosniff",
    ...(baseUrl.startsWith("https:")
      ? { "strict-transport-security": "max-age=63072000; includeSubDomains" }
      : {}),
  };
}
