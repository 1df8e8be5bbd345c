/** Where something was bought: with money, or in a test environment of the store. */
export type Environment = "production" | "sandbox";
