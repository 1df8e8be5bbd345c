type Metadata = Readonly<Record<string, string>>;

/** Reasons that need another text than the server's message, which is shown for all others. */
const TEXTS: Readonly<Record<string, (metadata: Metadata) => string>> = {
  UNREACHABLE: () => "Can’t reach the server. Check your connection and try again.",
  INVALID_CREDENTIALS: () => "The email address or password is wrong.",
  MFA_CHALLENGE_INVALID: () =>
    "This sign-in took too long or had too many wrong codes. Go back and sign in again.",
  PASSKEY_INVALID: () => "This passkey was not accepted. Try another one, or use the password.",
  ADMIN_UNAUTHENTICATED: () => "Your session has ended. Sign in again.",
  ETAG_MISMATCH: () =>
    "Someone else changed this in the meantime. Nothing was saved. Check what has changed, then try again.",
  ADMIN_FORBIDDEN: () => "Your role does not allow this. Ask an owner of the instance.",
  REAUTHENTICATION_REQUIRED: () =>
    "Nothing was changed because you did not confirm your password or second factor.",
  CSRF_REJECTED: () =>
    "The server rejected the origin of this request. Open the console at the server’s base URL.",
  INVALID_REQUEST: ({ field, problem }) =>
    field && problem
      ? `${label(field)} ${withLabels(problem)}.`
      : `The request is not valid${problem ? `: ${problem}` : ""}.`,
  RATE_LIMITED: ({ retry_after_seconds: seconds }) =>
    seconds
      ? `Too many attempts. Try again in ${wait(Number(seconds))}.`
      : "Too many attempts. Try again later.",
  NOT_FOUND: ({ resource }) =>
    `This ${(resource || "page").replaceAll("_", " ")} does not exist or was deleted.`,
  ALREADY_EXISTS: ({ resource, field }) =>
    field
      ? `A ${resource || "record"} already exists with this ${label(field).toLowerCase()}.`
      : "It already exists.",
  STORE_UNAVAILABLE: ({ permission, refused }) =>
    permission
      ? `Stripe refused: the project’s key lacks the permission ${permission}. Add it to the key in Stripe’s dashboard, then try again.`
      : refused
        ? "The store rejected the request. See the store’s status for details."
        : "The store is not responding. Try again.",
  STORE_ACTION_UNSUPPORTED: () => "In this store, only the customer can do this.",
  NOTHING_TO_REFUND: () => "There is nothing to refund: nothing was paid, or it was already refunded.",
  INTERNAL: () => "Something went wrong on the server. Search its log for the request id.",
};

/** The text for a reason; the server's own message is the fallback. */
export function reasonText(reason: string, message: string, metadata: Metadata): string {
  return TEXTS[reason]?.(metadata) ?? sentence(message || reason);
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

/** Fields whose label in the console is not the name of the field. */
const LABELS: Readonly<Record<string, string>> = {
  data: "The file",
  require_factors: "Two-step verification",
  from_address: "Sender",
  allowed_senders: "Addresses that projects may use",
  private_key: "Private key",
  "sender.name": "Sender name",
  "sender.address": "Sender address",
  "sender.reply_to": "Reply to",
  "google.enabled": "Google sign-in",
  "apple.enabled": "Apple sign-in",
  web_client_id: "Web client id",
  ios_client_id: "iOS client id",
  min_length: "Minimum password length",
  guest_retention_days: "The number of days",
  refresh_token_days: "Inactivity timeout",
  session_max_days: "Maximum session length",
  max_sessions_per_user: "Sessions per user",
  event_retention_days: "Events",
  ip_retention_days: "IP addresses and user agents",
  ownerless_purchase_retention_days: "Purchases of deleted users",
  deletion_grace_days: "Grace period",
  renewal_leeway_minutes: "Renewal leeway",
  stripe_grace_days: "Stripe grace period",
  avatar_url: "Picture",
  display_name: "Name",
  default_language: "Default language",
  "settings.languages": "Offered languages",
  locale: "Language",
  "passkeys.enabled": "Passkeys",
  rp_id: "Domain",
  "passkeys.origins": "Web origins",
  "mfa.claim": "Custom claim",
  claim_values: "Values",
  slug: "Short name",
  support_email: "Support email",
  privacy_url: "Privacy policy",
  terms_url: "Terms of use",
  footer_text: "Footer",
  spec_yaml: "The spec",
};

/** `settings.google.enabled`: "Google sign-in". */
function label(field: string): string {
  const path = field.split(".");
  const last = path.at(-1) ?? field;
  const known = LABELS[path.slice(-2).join(".")] ?? LABELS[last];
  if (known !== undefined) return known;
  const plain = last.replaceAll("_", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** A problem may name another field: "must be at least refresh_token_days". */
function withLabels(problem: string): string {
  return problem.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => (LABELS[name] ? `“${LABELS[name]}”` : name));
}

function wait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
