export const user = {
  allUsers: "All users",
  actions: "Actions",
  copyId: "Copy user id",
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
  emailNone: "None. Guests and some provider accounts have no email address.",
  name: "Name",
  avatar: "Picture",
  avatarHint: "HTTPS URL. Leave empty for no picture.",
  isVerified: "Email is verified",
  isVerifiedHint: "Changing the address marks it unverified unless you turn this on.",
  saved: "Profile saved.",

  linked: "linked",
  unlink: "Unlink",
  unlinkOf: (provider: string) => `Unlink the ${provider} account`,
  unlinkTitle: (provider: string) => `Unlink the ${provider} account?`,
  unlinkText:
    "The user can no longer sign in with it, and sessions opened with it end. The user can link it again.",
  unlinked: (provider: string) => `Unlinked the ${provider} account.`,

  sessions: "Sessions",
  sessionsText: "Devices on which the user is signed in",
  noSessions: "No active sessions.",
  signedIn: "signed in",
  used: "used",
  by: (method: string) => `with ${method}`,
  revokeOne: "Sign out",
  revokeOneOf: (device: string) => `Sign out ${device}`,
  revokedOne: "Signed out that device.",
  revokedBefore: "That session had already ended.",
  revokeAll: "Sign out everywhere",
  revokeAllTitle: "Sign out everywhere?",
  revokeAllText:
    "Every device is signed out, and its refresh token stops working immediately. The user can sign in again.",
  revokedAll: (count: number) => (count === 1 ? "Revoked 1 session." : `Revoked ${count} sessions.`),

  claims: "Custom claims",
  claimsText: "Your own roles and permissions. The user’s next access token contains them as “claims”.",
  claimsField: "Claims as JSON",
  claimsSize: (bytes: number, max: number) => `${bytes} of ${max.toLocaleString()} bytes`,
  claimsNotJson: (why: string) => `Not valid JSON: ${why}`,
  claimsNotObject: "Must be an object: { … }",
  claimsTooLarge: (bytes: number, max: number) =>
    `${bytes.toLocaleString()} bytes. A token holds at most ${max.toLocaleString()}`,
  claimsTooDeep: (max: number) => `Nested deeper than ${max} levels`,
  claimsNumber: "A number is too large, or is -0. Use a string instead",
  claimsUnicode: "Must be valid Unicode",
  claimsForbidden: (key: string) => `The key ${key} is not allowed`,
  claimsReview: "Save these claims?",
  claimsReviewText: "Tokens already issued keep the old claims for up to 15 minutes.",
  claimsDiff: "Changes",
  claimsSave: "Save claims",
  claimsSaved: "Claims saved. The next access token contains them.",
  preview: "Next access token",
  previewText: "The decoded payload, as if the token were issued now.",
  previewDraft: "With your unsaved changes",
  previewSession: "the session id",

  events: "Timeline",
  eventsText: "Everything that happened to this user, newest first",
  moreEvents: "Show earlier events",
  raw: "Raw record",
  rawText: "The user as the API returns it.",
  rawShow: "Show JSON",
  noEvents: "No events yet.",
  allEvents: "All events",

  push: "Push devices",
  pushText: "Devices your backend can send notifications to",
  noPush: "No devices registered.",

  sendReset: "Send password reset email",
  resetSent: (email: string) => `Queued a password reset link for ${email}.`,
  markVerified: "Mark email as verified",
  markedVerified: "Marked as verified.",
  disable: "Disable user",
  disableTitle: (name: string) => `Disable ${name}?`,
  disableText: "They are signed out everywhere and cannot sign in until you enable them again.",
  disabledDone: "Disabled the user and signed them out everywhere.",
  enable: "Enable user",
  enabledDone: "Enabled the user. They can sign in again.",
  remove: "Delete user",
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: "This also deletes their sign-in methods, sessions and push devices. This cannot be undone.",
  removed: (name: string) => `Deleted ${name}.`,
  goesOn: (count: number) =>
    count === 1
      ? "Their subscription in the App Store or Google Play continues: only they can cancel it there. Let them know."
      : `Their ${count} subscriptions in the App Store or Google Play continue: only they can cancel them there. Let them know.`,
} as const;

/** The sign-in method of a session or an account. */
export const methodNames: Readonly<Record<string, string>> = {
  google: "Google",
  apple: "Apple",
  anonymous: "guest sign-in",
  email_code: "email code",
};

/** Names of devices. */
export const devices = {
  unknown: "Unknown device",
  on: (browser: string, system: string) => `${browser} on ${system}`,
  androidApp: "App on Android",
  appleApp: (name: string) => (name ? `${name} on an Apple device` : "App on an Apple device"),
  flutterApp: "Flutter app",
} as const;

export const notes = {
  title: "Notes",
  description: "Only administrators see them. They are deleted with the user.",
  field: "New note",
  add: "Add note",
  added: "Added the note.",
  remove: "Delete note",
  removeTitle: "Delete this note?",
  removeText: "This cannot be undone.",
  deleted: "Deleted the note.",
} as const;
