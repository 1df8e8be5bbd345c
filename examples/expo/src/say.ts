import { isAuthError } from "@svc/sdk";

/** What went wrong, in words for people. Empty when they know already. */
export function say(error: unknown): string {
  if (!isAuthError(error)) return "Something went wrong.";
  switch (error.reason) {
    case "CANCELLED":
      return "";
    case "INVALID_CREDENTIALS":
      return "Email address or password is wrong.";
    case "EMAIL_ALREADY_EXISTS":
      return "There is an account with this address: sign in to it, then link.";
    case "OAUTH_ACCOUNT_EXISTS":
      return "This account belongs to another user.";
    case "EMAIL_NOT_VERIFIED":
      return "Follow the link in our mail first.";
    case "WEAK_PASSWORD":
      return error.metadata.rule === "min_length"
        ? `At least ${error.metadata.min_length} characters, please.`
        : "This password is too well known.";
    case "REAUTHENTICATION_REQUIRED":
      return "Enter your password once more.";
    case "LAST_SIGN_IN_METHOD":
      return "That is your only way to sign in.";
    case "RATE_LIMITED":
      return "Too many attempts. Wait a little.";
    case "NETWORK":
    case "TIMEOUT":
      return "No connection.";
    default:
      return error.retryable ? "Please try again later." : `Something went wrong (${error.requestId}).`;
  }
}
