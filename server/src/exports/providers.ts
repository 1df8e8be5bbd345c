/** The clients of stores and identity providers, which setup and doctor use without a server. */
export { askStore, type StoreAnswer, type StoreRequest } from "../providers/ask-store.ts";
export { createAccountTokens } from "../providers/google-account.ts";
export { createIdentityProviders } from "../providers/identity-providers.ts";
