/** The sentences of every email, in the reference language. `{…}` are variables; a line break begins a new paragraph. */
export const emails = {
  "email.verify_email.subject": "Confirm your email address for {product}",
  "email.verify_email.preview": "One tap and your address is confirmed.",
  "email.verify_email.heading": "Confirm your email address",
  "email.verify_email.body":
    "This address was used to sign up for {product}. Please confirm that it is yours.",
  "email.verify_email.button": "Confirm email address",
  "email.verify_email.not_you":
    "If you didn't sign up, you can ignore this email, or open the link and choose “This wasn't me”.",

  "email.reset_password.subject": "Set a new password for {product}",
  "email.reset_password.preview": "Use the link in this email to choose a new one.",
  "email.reset_password.heading": "Set a new password",
  "email.reset_password.body":
    "We received a request to reset the password of your {product} account. Use the link below to choose a new one.",
  "email.reset_password.button": "Choose a new password",
  "email.reset_password.not_you":
    "If you didn't ask for this, you can ignore this email: your password stays as it is.",

  "email.invite_user.subject": "You've been invited to {product}",
  "email.invite_user.preview": "Choose a password to activate your account.",
  "email.invite_user.heading": "Welcome to {product}",
  "email.invite_user.body": "You've been invited to {product}. Choose a password to activate your account.",
  "email.invite_user.button": "Choose a password",
  "email.invite_user.not_you": "If you weren't expecting this, you can ignore this email.",

  "email.delete_account.subject": "Delete your {product} account",
  "email.delete_account.preview": "Nothing is deleted until you confirm.",
  "email.delete_account.heading": "Delete your account",
  "email.delete_account.body":
    "We received a request to permanently delete your {product} account and everything in it.\nNothing has been deleted yet. Use the link below to confirm. This can't be undone.",
  "email.delete_account.button": "Delete my account",
  "email.delete_account.not_you":
    "If you didn't ask for this, you can ignore this email: your account stays as it is.",

  "email.change_email.subject": "Confirm your new email address for {product}",
  "email.change_email.preview": "Your address changes once you confirm it.",
  "email.change_email.heading": "Confirm your new email address",
  "email.change_email.body":
    "You asked to use this address for your {product} account. Please confirm that it is yours.",
  "email.change_email.button": "Confirm new address",
  "email.change_email.not_you": "If you didn't ask for this, you can ignore this email: nothing changes.",

  "email.email_code.subject": "Your sign-in code for {product}",
  "email.email_code.preview": "Open this email and type the code in {product}.",
  "email.email_code.heading": "Your sign-in code",
  "email.email_code.body": "Type this code in {product} on the device where you asked for it.",
  "email.email_code.button": "Open {product}",
  "email.email_code.validity":
    "The code works once, for {lifetime}, and only on the device that asked for it.",
  "email.email_code.not_you":
    "If you didn't ask for it, you can ignore this email. Never tell anybody the code: nobody from us will ask for it.",

  "email.factor_code.subject": "Your code to set up two-step verification for {product}",
  "email.factor_code.preview": "Open this email and type the code in {product}.",
  "email.factor_code.heading": "Set up two-step verification",
  "email.factor_code.body": "Type this code in {product} to connect an authenticator app to your account.",
  "email.factor_code.validity":
    "The code works once, for {lifetime}, and only on the device that asked for it.",
  "email.factor_code.not_you":
    "If you didn't ask for it, somebody may know your password: choose a new one. Never tell anybody the code.",

  "email.account_exists.subject": "You already have an account at {product}",
  "email.account_exists.preview": "Someone tried to sign up with your address.",
  "email.account_exists.heading": "You already have an account",
  "email.account_exists.body":
    "Someone tried to sign up for {product} with your address. You already have an account, so no new one was created.\nIf it was you, sign in as usual. If you don't remember your password, choose “Forgot password” where you sign in.",
  "email.account_exists.not_you": "If it wasn't you, there is nothing to do: nobody got into your account.",

  "email.email_changed.subject": "The email address of your {product} account was changed",
  "email.email_changed.preview": "This address no longer belongs to your account.",
  "email.email_changed.heading": "Your email address was changed",
  "email.email_changed.body":
    "The email address of your {product} account was changed to another one. You can no longer sign in with this address.",
  "email.email_changed.undo":
    "If this wasn't you, undo the change: your address is restored, all devices are signed out, and you choose a new password.",
  "email.email_changed.button": "Undo this change",
  "email.email_changed.by_you": "If you changed the address yourself, there is nothing to do.",
  "email.email_changed.not_you": "If this wasn't you, someone else may be using your account.",

  "email.password_changed.subject": "The password of your {product} account was changed",
  "email.password_changed.preview": "If this was you, there is nothing to do.",
  "email.password_changed.heading": "Your password was changed",
  "email.password_changed.body":
    "The password of your {product} account was changed. Your other devices were signed out.",
  "email.password_changed.not_you":
    "If this wasn't you, choose “Forgot password” where you sign in to {product} to set a new password.",

  "email.method_linked.subject": "A sign-in method was added to your {product} account",
  "email.method_linked.preview": "If this was you, there is nothing to do.",
  "email.method_linked.heading": "A sign-in method was added",
  "email.method_linked.provider": "You can now sign in to your {product} account with {provider}.",
  "email.method_linked.password":
    "You can now sign in to your {product} account with an email address and a password.",
  "email.method_linked.passkey": "You can now sign in to your {product} account with a passkey.",
  "email.method_linked.other": "You can now sign in to your {product} account with another provider.",
  "email.method_linked.not_you":
    "If this wasn't you, choose “Forgot password” where you sign in to {product}: a new password removes sign-in methods that others added.",

  "email.method_removed.subject": "A sign-in method was removed from your {product} account",
  "email.method_removed.preview": "If this was you, there is nothing to do.",
  "email.method_removed.heading": "A sign-in method was removed",
  "email.method_removed.provider": "You can no longer sign in to your {product} account with {provider}.",
  "email.method_removed.password":
    "You can no longer sign in to your {product} account with an email address and a password.",
  "email.method_removed.passkey":
    "A passkey was removed from your {product} account and can no longer be used to sign in.",
  "email.method_removed.other": "You can no longer sign in to your {product} account with another provider.",
  "email.method_removed.not_you":
    "If this wasn't you, choose “Forgot password” where you sign in to {product} to set a new password.",

  "email.factor_changed.subject": "Two-step verification of your {product} account was changed",
  "email.factor_changed.preview": "If this was you, there is nothing to do.",
  "email.factor_changed.heading": "Two-step verification was changed",
  "email.factor_changed.enrolled":
    "An authenticator app was connected to your {product} account. Signing in now also needs a code from it. Your other devices were signed out.",
  "email.factor_changed.removed":
    "The authenticator app was removed from your {product} account. Your other devices were signed out.",
  "email.factor_changed.codes_removed":
    "The recovery codes of your {product} account were removed. Your other devices were signed out.",
  "email.factor_changed.codes_replaced":
    "New recovery codes were generated for your {product} account. The old ones no longer work. Your other devices were signed out.",
  "email.factor_changed.reset":
    "The second factors of your {product} account were removed by its support. All devices were signed out.",
  "email.factor_changed.not_you": "If this wasn't you, somebody else may be using your account.",

  "email.new_device.subject": "New sign-in to your {product} account",
  "email.new_device.preview": "Your account was used on a new device.",
  "email.new_device.heading": "New sign-in to your account",
  "email.new_device.body":
    "Someone signed in to your {product} account on a device that was not used before.",
  "email.new_device.not_you":
    "If this wasn't you, choose “Forgot password” where you sign in to {product} to set a new password: that signs out all devices.",

  "email.deletion_scheduled.subject": "Your {product} account will be deleted",
  "email.deletion_scheduled.preview": "Sign in to keep it.",
  "email.deletion_scheduled.heading": "Your account will be deleted",
  "email.deletion_scheduled.body":
    "Your {product} account and everything in it will be deleted on {time}. Until then, all devices are signed out.\nDo you want to keep it? Sign in before then, and it stays as it is. A subscription bought in an app store continues until you cancel it there.",
  "email.deletion_scheduled.not_you":
    "If you didn't ask for this, sign in to {product} to keep your account, and change your password. If you cannot sign in, somebody else may be using your account.",

  "email.invite_admin.subject": "You've been invited to administer {host}",
  "email.invite_admin.preview": "Choose a password to accept the invitation.",
  "email.invite_admin.heading": "You've been invited to administer {host}",
  "email.invite_admin.body":
    "{inviter} has invited you to administer the {product} server at {host}.\nUse the link below to choose a password, then sign in with it and this address.",
  "email.invite_admin.button": "Accept the invitation",
  "email.invite_admin.not_you": "If you weren't expecting this, you can ignore this email: nothing happens.",

  "email.admin_factors_changed.subject": "Your two-step verification at {host} was changed",
  "email.admin_factors_changed.preview": "If this was you, there is nothing to do.",
  "email.admin_factors_changed.heading": "Your two-step verification was changed",
  "email.admin_factors_changed.added":
    "An authenticator app was added to your administrator account on the {product} server at {host}. Your other sessions have ended.",
  "email.admin_factors_changed.removed":
    "The authenticator app and the recovery codes were removed from your administrator account on the {product} server at {host}. Your other sessions have ended.",
  "email.admin_factors_changed.replaced":
    "The authenticator app of your administrator account on the {product} server at {host} was replaced by another one, with new recovery codes. Your other sessions have ended.",
  "email.admin_factors_changed.codes_replaced":
    "The recovery codes of your administrator account on the {product} server at {host} were replaced by new ones. Your other sessions have ended.",
  "email.admin_factors_changed.button": "Open the console",
  "email.admin_factors_changed.not_you":
    "If this wasn't you, somebody else may be using your account. Ask the operator of the server to reset your factors and to set a new password for you (svc admin create).",

  "email.link_validity": "This link can be used once and expires in {lifetime}.",
  "email.open_link": "If the button does not work, open this link:",
  "email.asked_with": "Asked for with {device}, on {time}.",
  "email.asked": "Asked for on {time}.",
  "email.contact_then": "Then contact {support_email}.",
  "email.contact_then_team": "Then contact the people who run {product}.",
  "email.contact_now": "Contact {support_email} right away.",
  "email.contact_now_team": "Contact the people who run {product} right away.",
  "email.footer_help": "Help",
  "email.footer_privacy": "Privacy",
  "email.footer_terms": "Terms",

  "device.browser": "{browser} on {system}",
  "device.app_android": "an app on Android",
  "device.app_apple": "an app on an Apple device",
  "device.app": "an app",
} as const;
