/**
 * What to tell users about a failed call, in the reference language. The keys are the reasons of errors; what follows a
 * dot narrows the case. `{...}` are variables, which every language keeps. Texts are short, friendly, and say what to do.
 */
export const en = {
  tag: "en",
  formOf: (count: number): "one" | "other" => (count === 1 ? "one" : "other"),
  sentences: {
    // Any reason without a sentence: the second when trying again may help.
    general: "Something went wrong. Please contact us if it happens again.",
    "general.retry": "Something went wrong. Please try again in a moment.",

    // Where a sentence has {wait}, one of these takes its place.
    "wait.later": "Please try again in a moment.",
    "wait.seconds": {
      one: "Please try again in {count} second.",
      other: "Please try again in {count} seconds.",
    },
    "wait.minutes": {
      one: "Please try again in {count} minute.",
      other: "Please try again in {count} minutes.",
    },
    "wait.hours": {
      one: "Please try again in {count} hour.",
      other: "Please try again in {count} hours.",
    },

    // Of the device itself.
    NETWORK: "No connection. Check your internet connection and try again.",
    TIMEOUT: "This is taking too long. Check your internet connection and try again.",
    STORAGE: "Your device couldn't save or read your sign-in. Restart the app and try again.",
    PASSKEY_FAILED: "Your device couldn't use a passkey. Try again, or choose another way to sign in.",

    // Signing in.
    INVALID_CREDENTIALS: "The email address or password is wrong. Please try again.",
    USER_DISABLED: "This account is disabled. Please contact us.",
    EMAIL_NOT_VERIFIED: "Please confirm your email address first: open the link in the email we sent you.",
    EMAIL_ALREADY_EXISTS: "There is already an account with this email address. Sign in instead.",
    // {methods} is a list such as "password, Google"; the names are those of method.*.
    "EMAIL_ALREADY_EXISTS.methods":
      "You already have an account with this email address. Sign in to it first. It uses: {methods}.",
    "method.password": "password",
    "method.passkey": "passkey",
    EMAIL_TOKEN_INVALID: "This link no longer works. Ask for a new email and use the latest link.",
    SIGN_UP_CLOSED: "New accounts can't be created at the moment.",
    ANONYMOUS_SIGN_IN_DISABLED: "You can't continue as a guest here. Please sign in or create an account.",
    NOT_A_GUEST: "You already have an account. There is nothing else to do.",
    // The user has been signed out, whatever the cause.
    SESSION_REVOKED: "You have been signed out. Please sign in again.",
    "SESSION_REVOKED.deleted": "This account was deleted.",
    REAUTHENTICATION_REQUIRED: "To protect your account, please confirm that it's you, then try again.",
    LAST_SIGN_IN_METHOD: "This is your only way to sign in. Add another one before you remove it.",

    // Passwords.
    WEAK_PASSWORD: "This password is too weak. Please choose another one.",
    "WEAK_PASSWORD.min_length": {
      one: "This password is too short. Use at least {count} character.",
      other: "This password is too short. Use at least {count} characters.",
    },
    "WEAK_PASSWORD.max_length": {
      one: "This password is too long. Use at most {count} character.",
      other: "This password is too long. Use at most {count} characters.",
    },
    "WEAK_PASSWORD.common": "Many people use this password. Please choose one that is harder to guess.",
    "WEAK_PASSWORD.personal":
      "This password is too easy to guess: it is your email address or the name of the app. Please choose another one.",

    // Codes, typed by the user: from an email, or from an authenticator app. {left} is one of attempts.left, or empty.
    EMAIL_CODE_INVALID: "This code is wrong or has expired. Check the latest email and try again. {left}",
    // No attempt is left.
    "EMAIL_CODE_INVALID.none": "This code no longer works. Please ask for a new one.",
    EMAIL_CODE_DISABLED:
      "Signing in with a code by email isn't available. Please choose another way to sign in.",
    MFA_CODE_INVALID: "This code is wrong or has expired. Please try again with a new one. {left}",
    "MFA_CODE_INVALID.none": "Too many wrong codes. Please sign in again.",
    "attempts.left": { one: "You have {count} attempt left.", other: "You have {count} attempts left." },

    // A second step of the sign-in, after the password.
    MFA_REQUIRED: "Enter the code from your authenticator app to finish signing in.",
    MFA_ENROLLMENT_REQUIRED: "Set up an authenticator app to finish signing in.",
    MFA_CHALLENGE_INVALID: "This took too long. Please start again.",
    MFA_DISABLED: "Two-step sign-in isn't available for this account.",

    // Passkeys.
    PASSKEY_INVALID: "This passkey wasn't accepted. Try again, or choose another way to sign in.",
    PASSKEY_DISABLED: "Passkeys aren't available here. Please choose another way to sign in.",
    PASSKEY_ALREADY_EXISTS: "This passkey is already registered. You can sign in with it.",
    TOO_MANY_PASSKEYS: "You have reached the maximum number of passkeys. Remove one to add another.",

    // Google and Apple. {provider} is "Google" or "Apple".
    OAUTH_ACCOUNT_EXISTS: "This account is already connected to another user. Sign in with it instead.",
    OAUTH_TOKEN_INVALID: "The sign-in couldn't be completed. Please start again.",
    OAUTH_PROVIDER_DISABLED: "This way to sign in isn't available. Please choose another one.",
    PROVIDER_UNAVAILABLE: "The sign-in service isn't responding at the moment. Please try again in a moment.",
    "ALREADY_EXISTS.identity":
      "Your account is already connected to another {provider} account. Disconnect that one first.",

    // Purchases and subscriptions. {store} is "App Store" or "Google Play".
    BILLING_DISABLED: "Purchases aren't available at the moment.",
    STORE_UNAVAILABLE: "The store isn't responding at the moment. {wait}",
    PURCHASE_INVALID: "The store didn't confirm this purchase. Contact us if you were charged.",
    PURCHASE_OWNED_BY_OTHER_USER:
      "This purchase belongs to another account. Sign in with the account that you used to buy it.",
    PRODUCT_RETIRED: "This product is no longer available.",
    ALREADY_SUBSCRIBED: "You already have a subscription. You can change it in your subscription settings.",
    ALREADY_PURCHASED: "You already own this.",
    SUBSCRIBED_IN_OTHER_STORE: "You already have a subscription in another store.",
    "SUBSCRIBED_IN_OTHER_STORE.store": "You already have a subscription in another store ({store}).",

    // Any call.
    INVALID_REQUEST: "Please check what you entered and try again.",
    "INVALID_REQUEST.email": "Please enter a valid email address.",
    NOT_FOUND: "This no longer exists.",
    RATE_LIMITED: "Too many attempts. {wait}",
    OVERLOADED: "We're very busy at the moment. {wait}",
    UNIMPLEMENTED: "This isn't available yet. Please try again later.",
  },
} as const;
