/** The sentences of every hosted page, in the reference language. `{…}` are variables. */
export const pages = {
  "page.verify.heading": "Confirm your email address",
  "page.verify.body":
    "Press the button to confirm that this address is yours and finish setting up your {product} account.",
  "page.verify.button": "Confirm my email address",
  "page.verify.not_you": "Didn't sign up for {product}?",
  "page.verify.not_you_button": "This wasn't me",
  "page.verify.done_heading": "Your email address is confirmed",
  "page.verify.done": "Thank you. {email} belongs to your {product} account now.",
  "page.verify.dead_link_confirmed":
    "If you have already confirmed your address, all is well: go back to {product} and sign in.",
  "page.verify.dead_link_new": "If not, ask for a new email in the app and use the link in the latest one.",
  "page.verify.delete_heading": "Delete this account?",
  "page.verify.delete_body":
    "Someone signed up for {product} with your email address. If it wasn't you, delete the account: {product} will no longer use your address.",
  "page.verify.delete_button": "Delete the account",
  "page.verify.detach_heading": "Remove your address from this account?",
  "page.verify.detach_body":
    "Someone used your email address for an account at {product}. If it wasn't you, remove your address and the password from the account. The account itself stays, because it may belong to someone else.",
  "page.verify.detach_button": "Remove my address",
  "page.verify.back_button": "Go back",
  "page.verify.deleted_heading": "The account is deleted",
  "page.verify.deleted":
    "{product} no longer uses your email address. There is nothing else to do: you can close this page.",
  "page.verify.detached_heading": "Your address is removed",
  "page.verify.detached":
    "Your email address and the password are removed from the account: nobody can sign in to it with them. The account itself was not deleted.",
  "page.verify.detached_close": "There is nothing else to do: you can close this page.",

  "page.reset.heading": "Choose a new password",
  "page.reset.body": "For your {product} account. All devices will be signed out.",
  "page.reset.button": "Save new password",
  "page.reset.done_heading": "Your password is changed",
  "page.reset.done": "All devices are signed out.",
  "page.reset.dead_link":
    "Go back to {product}, choose “Forgot password” and use the link in the latest email.",

  "page.invite.heading": "Choose a password",
  "page.invite.body": "You've been invited to {product}. Choose a password to activate your account.",
  "page.invite.button": "Save password",
  "page.invite.done_heading": "Your account is ready",
  "page.invite.done": "Your password is saved.",
  "page.invite.dead_link": "Go to {product} and choose “Forgot password” to get a new link.",

  "page.password.new_label": "New password",
  "page.password.label": "Password",
  "page.password.show": "Show password",
  "page.password.hide": "Hide password",
  "page.password.at_least": {
    one: "At least {count} character. Spaces and symbols are fine.",
    other: "At least {count} characters. Spaces and symbols are fine.",
  },
  "page.password.no_common": "Very common passwords are not accepted.",
  "page.password.at_most": { one: "At most {count} character", other: "At most {count} characters" },
  "page.password.too_short": {
    one: "Too short: use at least {count} character",
    other: "Too short: use at least {count} characters",
  },
  "page.password.too_long": {
    one: "Too long: use at most {count} character",
    other: "Too long: use at most {count} characters",
  },
  "page.password.too_common": "Too common: many people use this password. Choose another one",
  "page.password.personal": "Too easy to guess: it is the name of the app or your address",
  "page.password.weak": "Too weak: choose another password",
  "page.password.sign_in":
    "Go back to {product} and sign in with your new password. You can close this page.",

  "page.methods.keep_heading": "Keep these sign-in methods?",
  "page.methods.keep_hint":
    "Each of these can be used to sign in to your account without the password. The ones you leave unticked are removed.",
  "page.methods.remove_heading": "Remove any of these sign-in methods?",
  "page.methods.remove_hint":
    "They were added to the account before you confirmed this address. Tick the ones you didn't add: they are removed when you confirm your address.",
  "page.methods.one_added": "This sign-in method was added to the account before you confirmed this address:",
  "page.methods.app_added":
    "An authenticator app, whose code each sign-in asks for, was added to the account before you confirmed this address:",
  "page.methods.remove_it": "If you didn't add it, confirm your address and remove it.",
  "page.methods.remove_provider_button": "Confirm and remove {provider}",
  "page.methods.remove_passkey_button": "Confirm and remove the passkey",
  "page.methods.remove_app_button": "Confirm and remove the authenticator app",
  "page.methods.passkey": "Passkey",
  "page.methods.app": "Authenticator app",
  "page.methods.linked": "Linked on {time}",
  "page.methods.added": "Added on {time}, last used on {last_time}",
  "page.methods.added_unused": "Added on {time}, never used since",
  "page.methods.connected": "Connected on {time}, last used on {last_time}",
  "page.methods.connected_unused": "Connected on {time}, never used since",
  "page.methods.providers_removed": "You can no longer sign in to the account with {providers}.",
  "page.methods.passkeys_removed": {
    one: "{count} passkey was removed from the account.",
    other: "{count} passkeys were removed from the account.",
  },
  "page.methods.app_removed":
    "The authenticator app was removed from the account, and all devices were signed out.",

  "page.confirm_email.heading": "Confirm your new email address",
  "page.confirm_email.body":
    "From now on your {product} account will use this address, for signing in and for every message. We will let your old address know.",
  "page.confirm_email.button": "Use this address",
  "page.confirm_email.done_heading": "Your email address is changed",
  "page.confirm_email.done": "Your {product} account now uses {email}: sign in with it from now on.",
  "page.confirm_email.in_use":
    "Another {product} account now uses this address, so yours keeps the one it had.",
  "page.confirm_email.in_use_again": "To use a different address, change it in the app again.",
  "page.confirm_email.dead_link_confirmed":
    "If you have already confirmed the change, all is well: sign in with your new address.",
  "page.confirm_email.dead_link_new":
    "If not, change the address in the app again and use the link in the latest email.",

  "page.undo.heading": "Undo the change of your email address?",
  "page.undo.body":
    "The email address of your {product} account was changed. If it wasn't you, undo the change:",
  "page.undo.effect_address": "Your account uses {email} again",
  "page.undo.effect_devices": "All devices are signed out",
  "page.undo.effect_methods":
    "The password is removed, and so is every sign-in method that was added recently",
  "page.undo.effect_password": "You choose a new password right away",
  "page.undo.button": "Undo the change",
  "page.undo.by_you": "If you changed the address yourself, there is nothing to do: you can close this page.",
  "page.undo.done":
    "The change is undone. Your {product} account uses {email} again, and all devices are signed out.",
  "page.undo.in_use":
    "Another {product} account now uses your old address, so the change could not be undone. Nothing was changed.",
  "page.undo.get_back": "To get your account back, ask for help.",
  "page.undo.dead_link_undone":
    "If you have already undone the change, your old address works again: go to {product} and choose “Forgot password” to set a new password.",
  "page.undo.dead_link_not": "If not, ask for help.",

  "page.delete_account.ask_heading": "Delete your {product} account",
  "page.delete_account.ask_body":
    "Enter the email address of your account. We will send you a link, and nothing is deleted until you open it and confirm.",
  "page.delete_account.email_label": "Email address",
  "page.delete_account.email_hint": "The one you sign in to {product} with.",
  "page.delete_account.email_mistake": "Enter an email address, such as {example}",
  "page.delete_account.ask_button": "Send me the link",
  "page.delete_account.ask_effects": "Once you confirm, this is permanently deleted:",
  "page.delete_account.effect_profile": "Your profile: name, picture and email address",
  "page.delete_account.effect_methods": "Every way to sign in: password and linked accounts",
  "page.delete_account.effect_sessions": "All sessions: every device is signed out",
  "page.delete_account.sent_heading": "Check your inbox",
  "page.delete_account.sent":
    "If {product} has an account for {email}, we have sent a link to that address. Open it to delete the account.",
  "page.delete_account.sent_nothing":
    "Nothing after a few minutes? Look in your spam folder, and check that this is the address you signed up with.",
  "page.delete_account.heading": "Delete your account?",
  "page.delete_account.body": "This permanently deletes your {product} account:",
  "page.delete_account.at_once": "This cannot be undone.",
  "page.delete_account.later":
    "You are signed out at once, and the account is deleted in {lifetime}. If you change your mind, sign in before then.",
  "page.delete_account.subscription":
    "A subscription bought in an app store continues until you cancel it there.",
  "page.delete_account.sure": "Yes, permanently delete my account",
  "page.delete_account.sure_mistake": "Tick the box to confirm that you are sure",
  "page.delete_account.button": "Delete my account",
  "page.delete_account.done_heading": "Your account is deleted",
  "page.delete_account.done":
    "Your {product} account and everything in it is gone, and all devices are signed out.",
  "page.delete_account.scheduled_heading": "Your account will be deleted",
  "page.delete_account.scheduled":
    "Your {product} account and everything in it will be deleted on {time}. All devices are signed out.",
  "page.delete_account.keep": "Do you want to keep it? Sign in to {product} before then.",
  "page.delete_account.dead_link":
    "If you have already deleted your account, there is nothing left to do. If not, ask for a new link.",
  "page.delete_account.dead_link_button": "Ask for a new link",

  "page.code.heading": "Your sign-in code",
  "page.code.asked_with": "Asked for with {device}, on {time}.",
  "page.code.asked": "Asked for on {time}.",
  "page.code.body": "Type it in {product} on that device:",
  "page.code.not_you": "If you did not ask for it, close this page and tell nobody the code.",
  "page.code.newest": "Only the code in the newest email works.",
  "page.code.dead_link":
    "If you are signed in already, all is well. If not, go back to {product} and ask for a new code.",

  "page.app.heading": "Go back to {product}",
  "page.app.body": "This link opens the {product} app on a device where it is installed.",
  "page.app.try_again": "If you were signing in, go back to the app and try again. You can close this page.",

  "page.return.button": "Return to {product}",
  "page.return.signed_in_heading": "Almost there",
  "page.return.signed_in":
    "Go back to {product} to finish signing in. If it does not open by itself, press the button.",
  "page.return.cancelled_heading": "Sign-in cancelled",
  "page.return.cancelled": "Nothing was shared with {product}, and you are not signed in.",
  "page.return.failed_heading": "Sign-in did not work",
  "page.return.failed": "You are not signed in. Go back to {product} and try again.",
  "page.return.lost_heading": "We couldn't complete this sign-in",
  "page.return.lost": "It was started in another browser, took too long, or is already finished.",
  "page.return.lost_again": "Go back to {product} and sign in again.",
  "page.return.wrong_heading": "Sign-in is not set up correctly",
  "page.return.wrong":
    "The app sent you here in a way that this server does not accept. You are not signed in.",
  "page.return.the_app": "the app",

  "page.authorize.heading": "There is no sign-in here",
  "page.authorize.body":
    "This server does not support the OAuth 2.0 authorization code flow. If you wanted to sign in to {product}, use its app or its website.",

  "page.accept_invite.heading": "Become an administrator",
  "page.accept_invite.body":
    "You've been invited to administer the {product} server at {host}. Choose the password you will sign in with.",
  "page.accept_invite.invited": "{inviter} sent the invitation to {email}.",
  "page.accept_invite.button": "Accept the invitation",
  "page.accept_invite.done_heading": "You are an administrator",
  "page.accept_invite.done":
    "Sign in to the console as {email} with the password you have just chosen: {console}",
  "page.accept_invite.console": "Open the console",
  "page.accept_invite.role": "Your role: {roles}",
  "page.accept_invite.token":
    "For the command line, create a personal access token in the console and give it to {command}.",
  "page.accept_invite.dead_link_accepted":
    "If you have already accepted the invitation, all is well: sign in to the console.",
  "page.accept_invite.dead_link_new": "If not, ask the administrator who invited you for a new invitation.",
  "page.accept_invite.owner": "Owner",
  "page.accept_invite.administrator": "Administrator",
  "page.accept_invite.support": "Support",
  "page.accept_invite.viewer": "Viewer",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "this server",

  "page.failure.dead_link_heading": "This link no longer works",
  "page.failure.dead_link": "It has been used, has expired, or was replaced by a newer email.",
  "page.failure.not_found_heading": "Page not found",
  "page.failure.not_found":
    "There is nothing at this address. If you came from an email, open its link again and make sure that it is complete.",
  "page.failure.elsewhere_heading": "This came from another site",
  "page.failure.elsewhere":
    "For your safety nothing was changed. Open the link in your email and press the button on that page.",
  "page.failure.many_heading": "Too many attempts",
  "page.failure.many_wait": "Please wait {lifetime}, then try again.",
  "page.failure.unreadable_heading": "This form could not be read",
  "page.failure.unreadable": "Nothing was changed. Open the link in your email and try again.",
  "page.failure.other_heading": "Something went wrong",
  "page.failure.later": "Please try again in a few minutes.",
  "page.failure.quote": "If it happens again, ask for help and quote this number:",
  "page.failure.in_use_heading": "This address is in use",
  "page.failure.try_again": "Try again",

  "page.contact": "Contact {support_email}.",
  "page.contact_team": "Contact the people who run {product}.",
  "page.back_to_app": "Go back to {product} to continue. You can close this page.",
  "page.close": "You can close this page.",
  "page.open_app": "Open the app",
  "page.open_app_hint": "The button works on a device where the app is installed.",
  "page.error_title": "Error: {title}",
  "page.footer_help": "Help",
  "page.footer_privacy": "Privacy",
  "page.footer_terms": "Terms",
} as const;
