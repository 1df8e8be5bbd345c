/** It stands in a URL as it is, and must not be guessed. */
export function webhookSecretProblem(secret: string): string | undefined {
  return /^[A-Za-z0-9_-]{16,128}$/.test(secret) ? undefined : "use 16 to 128 of A-Z, a-z, 0-9, _ and -";
}
