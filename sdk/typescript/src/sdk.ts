export { type AuthClient, createAuthClient } from "./auth-client.ts";
export { AuthError, type AuthErrorReason, isAuthError } from "./auth-error.ts";
export type { AuthEvent, AuthListener, AuthState, Session, SignedOutReason } from "./auth-state.ts";
export type { AuthClientOptions } from "./client-options.ts";
export type * from "./contract.ts";
export type { TokenOptions } from "./refresher.ts";
export type { Lock } from "./shared-locks.ts";
export type { SignUpResult } from "./sign-in-methods.ts";
export { type AuthStorage, memoryStorage, webStorage } from "./storage.ts";
