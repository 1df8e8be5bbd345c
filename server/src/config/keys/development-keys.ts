import type { Key } from "../key.ts";
import { optional, parseBaseUrl, parseText } from "../parsers.ts";

/** Not in the file: what redirects sign-ins should not stay behind in one. */
export const developmentKeys = {
  googleUrl: {
    env: "SVC_DEV_GOOGLE_URL",
    fallback: "",
    about: "URL of a mock of Google; development only, a release build refuses to start",
    parse: optional(parseBaseUrl),
  },
  appleUrl: {
    env: "SVC_DEV_APPLE_URL",
    fallback: "",
    about: "URL of a mock of Apple; development only, a release build refuses to start",
    parse: optional(parseBaseUrl),
  },
  appStoreUrl: {
    env: "SVC_DEV_APP_STORE_URL",
    fallback: "",
    about: "URL of a mock of the App Store; development only, a release build refuses to start",
    parse: optional(parseBaseUrl),
  },
  appStoreRoot: {
    env: "SVC_DEV_APP_STORE_ROOT",
    fallback: "",
    about:
      "PEM file with the root certificate of that mock; development only, a release build refuses to start",
    parse: optional(parseText),
  },
  playStoreUrl: {
    env: "SVC_DEV_PLAY_STORE_URL",
    fallback: "",
    about: "URL of a mock of Google Play; development only, a release build refuses to start",
    parse: optional(parseBaseUrl),
  },
  stripeUrl: {
    env: "SVC_DEV_STRIPE_URL",
    fallback: "",
    about: "URL of a mock of Stripe; development only, a release build refuses to start",
    parse: optional(parseBaseUrl),
  },
} as const satisfies Record<string, Key>;
