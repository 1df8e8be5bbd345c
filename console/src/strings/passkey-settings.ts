export const passkeySettings = {
  title: "Passkeys",
  description:
    "Users sign in with their fingerprint, face or device PIN instead of a password. The passkey stays on their devices or in their password manager.",
  on: "On",
  enabled: "Users can sign in with passkeys",
  enabledHint:
    "Where sign-up is open, they can also sign up with one. Off: existing passkeys are kept but not accepted.",
  rpId: "Domain (RP ID)",
  rpIdHint:
    "For example example.com, without https://. Choose one that you will keep: a passkey belongs to its domain for good. On iPhones, all apps of one domain share their list of passkeys.",
  moved: (rpId: string) =>
    `Existing passkeys were made for ${rpId} and stop working with another domain. Users keep their other sign-in methods; those who have only a passkey can no longer sign in. Going back to ${rpId} makes the passkeys work again.`,
  origins: "Web origins",
  originsHint:
    "One per line, for example https://app.example.com. Pages of https:// and the domain itself need no entry.",
  checkText: "Fetches the files of the domain as phones and browsers do. Changes nothing.",
} as const;
