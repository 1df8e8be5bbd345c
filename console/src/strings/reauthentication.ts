export const reauthentication = {
  title: "Confirm your password",
  description: "You signed in more than 10 minutes ago, and this action needs your password.",
  password: "Your password",
  wrong: "The password is wrong.",
  confirm: "Confirm",
} as const;
