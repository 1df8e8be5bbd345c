/** Reasons that only a guard gives. A call that passed meets none of them. */
export const guardReasons: ReadonlySet<string> = new Set([
  "API_KEY_MISSING",
  "API_KEY_INVALID",
  "WRONG_SURFACE",
  "WRONG_PROJECT",
  "ACCESS_TOKEN_INVALID",
  "SESSION_REVOKED",
  "ADMIN_UNAUTHENTICATED",
  "CSRF_REJECTED",
]);
