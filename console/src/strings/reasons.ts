type Metadata = Readonly<Record<string, string>>;

/** Reasons that deserve more than the server's own text, which is shown for all others. */
const TEXTS: Readonly<Record<string, (metadata: Metadata) => string>> = {
  UNREACHABLE: () => "The server cannot be reached. Check the connection and try again.",
  INVALID_CREDENTIALS: () => "The email address or the password is wrong.",
  ADMIN_UNAUTHENTICATED: () => "Your session has ended. Sign in again.",
  REAUTHENTICATION_REQUIRED: () => "Nothing was changed, because the password was not confirmed.",
  CSRF_REJECTED: () =>
    "The server did not accept where this request came from. Open the console at the server's base URL.",
  INVALID_REQUEST: ({ field, problem }) =>
    field && problem
      ? `${words(field)} ${problem}.`
      : `The request is not valid${problem ? `: ${problem}` : ""}.`,
  RATE_LIMITED: ({ retry_after_seconds: seconds }) =>
    seconds
      ? `Too many attempts. Try again in ${wait(Number(seconds))}.`
      : "Too many attempts. Try again later.",
  NOT_FOUND: ({ resource }) =>
    `This ${(resource || "page").replaceAll("_", " ")} does not exist, or no longer does.`,
  ALREADY_EXISTS: ({ resource, field }) =>
    field
      ? `There is already a ${resource || "record"} with this ${words(field).toLowerCase()}.`
      : "It exists already.",
  STORE_UNAVAILABLE: ({ permission, refused }) =>
    permission
      ? `Stripe refused: the project’s key lacks the permission ${permission}. Add it to the key in Stripe’s dashboard, then try again.`
      : refused
        ? "The store refused the request. The store’s status says more."
        : "The store does not answer. Try again.",
  STORE_ACTION_UNSUPPORTED: () => "This store lets only the customer do this.",
  NOTHING_TO_REFUND: () => "There is nothing to refund: nothing was paid, or it was given back already.",
  INTERNAL: () => "Something went wrong in the server. Its log has the details under the request id.",
};

/** The text for a reason; the server's own message is the fallback. */
export function reasonText(reason: string, message: string, metadata: Metadata): string {
  return TEXTS[reason]?.(metadata) ?? sentence(message || reason);
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

function words(field: string): string {
  const last = field.split(".").at(-1) ?? field;
  const plain = last.replaceAll("_", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function wait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
