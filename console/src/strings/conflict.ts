export const conflict = {
  title: "Someone else changed this",
  description: (count: number) =>
    count === 1
      ? "This field was saved with another value while you were editing. Choose which one to keep."
      : `These ${count} fields were saved with other values while you were editing. Choose which ones to keep.`,
  lastChange: {
    project: "Last change of this project’s settings:",
    theme: "Last change of the branding:",
    wording: "Last change of the wording:",
    profile: "Last change of this profile:",
    claims: "Last change of these claims:",
  },
  theUser: "the user",
  yourBackend: "your backend",
  theServer: "the server",
  base: "Before",
  theirs: "Keep their change",
  yours: "Use my change",
  changes: { theirs: "What they changed", yours: "What you changed" },
  allTheirs: "Keep all their changes",
  allYours: "Use all my changes",
  empty: "Empty",
  on: "On",
  off: "Off",
  cancel: "Keep editing",
  save: "Save my choice",
  use: "Use my choice",
  merged:
    "Someone else changed this while you were editing. Their changes are kept; review the result before you save.",
  specTitle: "The spec",
} as const;

export const restoredDraft = {
  text: "We restored your unsaved changes. Save or discard them.",
} as const;

export const connection = {
  lost: "Connection lost. Trying to reconnect…",
} as const;

export const sessionEnded = {
  title: "Your session has ended",
  description: "Sign in again to continue. Your unsaved changes are still here.",
  leave: "Go to the sign-in page",
} as const;
