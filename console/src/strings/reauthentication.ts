export const reauthentication = {
  title: "Confirm your password",
  description: "This action needs your password because you signed in more than 10 minutes ago.",
  descriptionWithPasskey:
    "This action needs your password or a passkey because you signed in more than 10 minutes ago.",
  factorTitle: "Confirm it’s you",
  descriptionOfFactor: "This action needs your second factor. The password is not enough.",
  code: "Code from your authenticator app",
  wrongCode: "The code is wrong, has expired or was already used. Wait for the next one.",
  usePasskey: "Use a passkey",
  password: "Your password",
  wrong: "The password is wrong.",
  confirm: "Confirm",
} as const;
