export const mfaSettings = {
  title: "Two-step verification",
  description:
    "After the first step of a sign-in, users prove a second factor: a code from an authenticator app, or a recovery code. A passkey is both factors in one. Guests are exempt.",
  policy: "Who needs a second factor",
  policies: {
    off: { label: "Off", text: "Nobody is asked for one, and nobody can set one up." },
    optional: {
      label: "Optional",
      text: "Users who have set up an authenticator app are asked for its code.",
    },
    required: {
      label: "Required",
      text: "Everyone needs one. Users who have none set one up at their next sign-in.",
    },
    required_by_claim: {
      label: "Required by claim",
      text: "Users with a certain custom claim need one, for example those with the role admin. For all others it is optional.",
    },
  },
  claim: "Custom claim",
  claimHint: "Its name, for example role.",
  claimValues: "Values",
  claimValuesHint: "One per line, for example admin. Leave empty for every value except false and null.",
  warnings: {
    off: "Nobody will be asked for a second factor, and a password alone opens an account again. The authenticator apps and recovery codes of users stay stored and are asked for again when you turn this on.",
    required:
      "At their next sign-in, users without a second factor have to set up an authenticator app in your app. An app version that cannot do this keeps them out, so release it first. Open sessions stay until they end.",
    required_by_claim:
      "At their next sign-in, users with this claim who have no second factor have to set up an authenticator app in your app. An app version that cannot do this keeps them out, so release it first. Open sessions stay until they end.",
  },
} as const;

export const userFactors = {
  title: "Second factors",
  description: "For the second step of a sign-in",
  app: "Authenticator app",
  noApp: "Not set up",
  enrolled: "set up",
  lastUsed: "Last code used",
  recoveryCodes: "Recovery codes left",
  passkeys: "Passkeys",
  required: "Next sign-in",
  isRequired: "Needs a second factor",
  isNotRequired: "Needs no second factor",
  reset: "Reset second factors",
  resetTitle: (name: string) => `Reset the second factors of ${name}?`,
  resetText: "First verify who is asking: someone who stole the password may claim to have lost the phone.",
  resetEffects: [
    "The authenticator app and the recovery codes stop working.",
    "Passkeys are removed too, unless they are the only way to sign in.",
    "All sessions end, and the user gets an email.",
  ],
  resetDone: "Reset the second factors. All sessions of the user have ended.",
} as const;
