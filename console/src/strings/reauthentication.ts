export const reauthentication = {
  title: "Confirm your password",
  description: "This action needs your password because you signed in more than 10 minutes ago.",
  password: "Your password",
  wrong: "The password is wrong.",
  confirm: "Confirm",
} as const;
