/** How many users an administrator imported, exported or changed. */
export const manyUsers = {
  users: (count: number, isMore: boolean) =>
    `${isMore ? "more than " : ""}${count.toLocaleString()} ${count === 1 ? "user" : "users"}`,
  created: (count: number) => `${count.toLocaleString()} created`,
  skipped: (count: number) => `${count.toLocaleString()} skipped`,
  refused: (count: number) => `${count.toLocaleString()} refused`,
  changed: (count: number) => `${count.toLocaleString()} changed`,
  failed: (count: number) => `${count.toLocaleString()} failed`,
  all: "all users",
  actions: {
    disable: "disable",
    enable: "enable",
    revoke_sessions: "sign out",
    delete: "delete",
  } as Readonly<Record<string, string>>,
  states: {
    done: "done",
    canceled: "canceled",
    stopped: "stopped, because the administrator may no longer do this",
  } as Readonly<Record<string, string>>,
  filters: {
    query: "search",
    "isDisabled=true": "disabled",
    "isDisabled=false": "enabled",
    "isVerified=true": "email verified",
    "isVerified=false": "email not verified",
    "isGuest=true": "guests",
    "isGuest=false": "permanent users",
    "hasPassword=true": "with password",
    "hasPassword=false": "without password",
    "isBouncing=true": "address bounces",
    "isBouncing=false": "address does not bounce",
    "provider=google": "with Google",
    "provider=apple": "with Apple",
  } as Readonly<Record<string, string>>,
};

/** Why a sign-in failed, after "Sign-in failed:". */
export const signInFailures = {
  wrongPassword: "wrong password",
  wrongCodes: {
    email_code: "wrong email code",
    totp: "wrong code from the authenticator app",
    recovery_code: "wrong recovery code",
  } as Readonly<Record<string, string>>,
  unknownEmail: "unknown email address",
  tokenRejected: (provider: string) => `${provider} token not accepted`,
  reasons: {
    disabled: "user is disabled",
    email_not_verified: "email not verified",
    throttled: "too many wrong passwords before",
  } as Readonly<Record<string, string>>,
};
