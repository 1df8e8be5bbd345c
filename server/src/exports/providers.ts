/** The clients of stores and identity providers, which setup and doctor use without a server. */

export { createAppStore } from "../providers/app-store/create-app-store.ts";
export { askStore, type StoreAnswer, type StoreRequest } from "../providers/ask-store.ts";
export { createAccountTokens } from "../providers/google-account.ts";
export { createIdentityProviders } from "../providers/identity-providers.ts";
export { createPlayStore } from "../providers/play-store/create-play-store.ts";
export { createStripe } from "../providers/stripe/create-stripe.ts";
export { openStripe } from "../providers/stripe/open-stripe.ts";
export { probeStripe } from "../providers/stripe/probe-stripe.ts";
