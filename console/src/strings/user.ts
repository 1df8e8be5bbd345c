export const user = {
  allUsers: "All users",
  actions: "Actions",
  copyId: "Copy the user id",
  guest: "Guest",
  unverified: "Email not verified",
  verified: "Email verified",
  disabled: "Disabled",
  about: "About",
  created: "Created",
  lastSignIn: "Last sign-in",
  signsInWith: "Signs in with",

  profile: "Profile",
  email: "Email address",
  emailNone: "None. Guests and some provider accounts have no address.",
  name: "Name",
  avatar: "Picture",
  avatarHint: "An https address. Empty for none.",
  isVerified: "The address is verified",
  isVerifiedHint: "A new address is not verified unless you say so.",
  saved: "The profile is saved.",

  linked: "linked",
  unlink: "Unlink",
  unlinkOf: (provider: string) => `Unlink the ${provider} account`,
  unlinkTitle: (provider: string) => `Unlink the ${provider} account?`,
  unlinkText:
    "The user can no longer sign in with it, and the sessions it opened end. The user can link it again.",
  unlinked: (provider: string) => `The ${provider} account is unlinked.`,

  sessions: "Sessions",
  sessionsText: "Devices on which the user is signed in",
  noSessions: "Signed in nowhere.",
  signedIn: "signed in",
  used: "used",
  by: (method: string) => `by ${method}`,
  revokeOne: "Sign out",
  revokeOneOf: (device: string) => `Sign out ${device}`,
  revokedOne: "That device is signed out.",
  revokedBefore: "That session had ended already.",
  revokeAll: "Sign out everywhere",
  revokeAllTitle: "Sign out everywhere?",
  revokeAllText: "Every device is signed out: its refresh token fails at once. The user can sign in again.",
  revokedAll: (count: number) => (count === 1 ? "1 session is revoked." : `${count} sessions are revoked.`),

  claims: "Custom claims",
  claimsText: "Roles and rights of your own. They are in the user's next access token, as “claims”.",
  claimsField: "Claims as JSON",
  claimsSize: (bytes: number, max: number) => `${bytes} of ${max.toLocaleString("en")} bytes`,
  claimsNotJson: (why: string) => `Not JSON: ${why}`,
  claimsNotObject: "Must be an object: { … }",
  claimsTooLarge: (bytes: number, max: number) =>
    `${bytes.toLocaleString("en")} bytes, but at most ${max.toLocaleString("en")} fit into a token`,
  claimsTooDeep: (max: number) => `Nested deeper than ${max} levels`,
  claimsNumber: "A number is too large, or is -0. Write it as text",
  claimsUnicode: "Must be valid Unicode",
  claimsForbidden: (key: string) => `The key ${key} is not allowed`,
  claimsReview: "Save these claims?",
  claimsReviewText: "Tokens that are already out keep the old ones for up to 15 minutes.",
  claimsDiff: "What changes",
  claimsSave: "Save the claims",
  claimsSaved: "The claims are saved. They are in the next access token.",
  preview: "Next access token",
  previewText: "Its payload, decoded. The times are those of a token signed now.",
  previewDraft: "With your unsaved changes",
  previewSession: "the id of the session",

  events: "Recent events",
  eventsText: "The last ten that are about this user",
  noEvents: "Nothing is recorded about this user.",
  allEvents: "All events",

  push: "Push devices",
  pushText: "Where your backend can reach the user",
  noPush: "None is registered.",

  sendReset: "Send a password reset mail",
  resetSent: (email: string) => `A mail with a link to set a new password is on its way to ${email}.`,
  markVerified: "Mark the email as verified",
  markedVerified: "The address counts as verified.",
  disable: "Disable the user",
  disableTitle: (name: string) => `Disable ${name}?`,
  disableText: "They are signed out everywhere and cannot sign in until you enable them again.",
  disabledDone: "The user is disabled and signed out everywhere.",
  enable: "Enable the user",
  enabledDone: "The user can sign in again.",
  remove: "Delete the user",
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: "With their sign-in methods, sessions and push devices. This cannot be undone.",
  removed: (name: string) => `${name} is deleted.`,
  goesOn: (count: number) =>
    count === 1
      ? "A subscription goes on in the App Store or Google Play: only they can end it there. Tell them."
      : `${count} subscriptions go on in the App Store or Google Play: only they can end them there. Tell them.`,
} as const;

/** How a session or an account came about. */
export const methodNames: Readonly<Record<string, string>> = {
  google: "Google",
  apple: "Apple",
  anonymous: "guest sign-in",
};

/** A device in words. */
export const devices = {
  unknown: "Unknown device",
  on: (browser: string, system: string) => `${browser} on ${system}`,
  androidApp: "App on Android",
  appleApp: (name: string) => (name ? `${name} on an Apple device` : "App on an Apple device"),
  flutterApp: "Flutter app",
} as const;
