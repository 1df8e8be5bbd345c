import type { Key } from "../key.ts";
import { optional, parseBaseUrl, parseText } from "../parsers.ts";

/** Not in the file: what redirects sign-ins should not stay behind in one. */
export const developmentKeys = {
  googleUrl: {
    env: "SVC_DEV_GOOGLE_URL",
    fallback: "",
    about: "a stand-in that is asked instead of Google; in development only, a release refuses to start",
    parse: optional(parseBaseUrl),
  },
  appleUrl: {
    env: "SVC_DEV_APPLE_URL",
    fallback: "",
    about: "a stand-in that is asked instead of Apple; in development only, a release refuses to start",
    parse: optional(parseBaseUrl),
  },
  appStoreUrl: {
    env: "SVC_DEV_APP_STORE_URL",
    fallback: "",
    about:
      "a stand-in that is asked instead of the App Store; in development only, a release refuses to start",
    parse: optional(parseBaseUrl),
  },
  appStoreRoot: {
    env: "SVC_DEV_APP_STORE_ROOT",
    fallback: "",
    about:
      "file with the root certificate of that stand-in, in PEM; in development only, a release refuses to start",
    parse: optional(parseText),
  },
  playStoreUrl: {
    env: "SVC_DEV_PLAY_STORE_URL",
    fallback: "",
    about: "a stand-in that is asked instead of Google Play; in development only, a release refuses to start",
    parse: optional(parseBaseUrl),
  },
  stripeUrl: {
    env: "SVC_DEV_STRIPE_URL",
    fallback: "",
    about: "a stand-in that is asked instead of Stripe; in development only, a release refuses to start",
    parse: optional(parseBaseUrl),
  },
} as const satisfies Record<string, Key>;
