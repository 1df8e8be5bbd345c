import { beforeAll, describe, expect, test } from "vitest";
import { contentsOf } from "./contents.ts";
import { readDocsPages } from "./docs-pages.ts";
import { buildDocsSearch, type DocsSearch } from "./docs-search.ts";

/** What newcomers ask, and the page that answers it. */
const QUESTIONS: readonly (readonly [question: string, page: string])[] = [
  ["how do I log a user out everywhere?", "guides/offline-and-refresh"],
  ["why is my Google sign-in refused?", "errors"],
  ["what does an access token contain and how long is it valid", "guides/verify-node"],
  ["what happens when a phone is offline", "guides/offline-and-refresh"],
  ["verify a JWT in Go", "guides/verify-go"],
  ["verify a JWT in Spring Boot", "guides/verify-java"],
  ["Kotlin backend check access token", "guides/verify-java"],
  ["ASP.NET Core JwtBearer Authority", "guides/verify-dotnet"],
  ["check the token in Rust with axum", "guides/verify-rust"],
  ["verify a token in Laravel", "guides/verify-php"],
  ["Rails before_action token", "guides/verify-ruby"],
  ["Phoenix plug verify token", "guides/verify-elixir"],
  ["back up the database", "guides/backup-and-restore"],
  ["migrate from Firebase", "guides/migrate-from-firebase"],
  ["how to test my app without a server", "guides/testing-your-app"],
  ["delete a user's account", "guides/store-rules"],
  ["grace period before deletion", "guides/grace-period"],
  ["how do I add passkeys?", "guides/passkeys"],
  ["sign in with Face ID or fingerprint instead of a password", "guides/passkeys"],
  ["RP ID cannot be validated", "guides/passkeys"],
  ["passkey NotAllowedError", "guides/passkeys"],
  ["iOS passkey error 1004", "guides/passkeys"],
  ["two-factor authentication", "guides/second-factors"],
  ["how do I require MFA?", "guides/second-factors"],
  ["TOTP authenticator app QR code", "guides/second-factors"],
  ["a user has lost the phone with the authenticator app", "guides/second-factors"],
  ["what does MFA_REQUIRED mean", "errors"],
  ["ban a user", "guides/grace-period"],
  ["guest becomes a real user", "guides/guests"],
  ["put svc behind nginx", "guides/deploy"],
  ["what does REFRESH_TOKEN_REUSED mean", "errors"],
  ["rotate signing keys", "operations"],
  ["push notifications device token", "guides/push-notifications"],
  ["subscription entitlement check", "guides/subscriptions"],
  ["run several replicas", "guides/high-availability"],
  ["rate limit too many requests", "operations"],
  ["call the API from PHP", "guides/any-language-json"],
  ["custom claims roles", "guides/claims-and-roles"],
  ["keep my own tables in step when users change", "guides/users-in-your-database"],
  ["AWS API gateway authorizer", "guides/api-gateway"],
  ["cleartext", "guides/first-steps"],
  ["cleartext", "guides/quick-start-capacitor"],
  ["cleartext not permitted", "guides/first-steps"],
  ["CLEARTEXT communication to 10.0.2.2 not permitted by network security policy", "guides/first-steps"],
  ["svc: command not found", "guides/first-steps"],
  ["Network request failed", "guides/first-steps"],
  ["expo", "guides/quick-start-expo"],
  ["flutter", "guides/quick-start-flutter"],
  ["sign in with Google in a Flutter app", "guides/quick-start-flutter"],
  ["Android app in Kotlin", "guides/quick-start-android"],
  ["10.0.2.2", "guides/quick-start-android"],
  ["Android emulator cannot reach the server", "guides/quick-start-android"],
  ["SwiftUI", "guides/quick-start-ios"],
  ["iOS app in Swift with the Keychain", "guides/quick-start-ios"],
  ["App Transport Security NSAllowsLocalNetworking", "guides/quick-start-ios"],
  ["invalid publishable key", "guides/troubleshooting"],
  ["my API key is wrong", "guides/troubleshooting"],
  ["401 on every call to /v1", "guides/troubleshooting"],
  ["404 not found /v1/auth/signup", "guides/troubleshooting"],
  ["token expired", "guides/troubleshooting"],
  ["jwt expired", "guides/troubleshooting"],
  ["issuer mismatch", "guides/troubleshooting"],
  ["clock skew", "guides/troubleshooting"],
  ["CORS", "guides/troubleshooting"],
  ["No 'Access-Control-Allow-Origin' header", "guides/troubleshooting"],
  ["npm ERR 404 @svc/sdk not found", "guides/troubleshooting"],
  ["address already in use EADDRINUSE", "guides/troubleshooting"],
  ["how do I change the port", "guides/troubleshooting"],
  ["reset master key", "guides/troubleshooting"],
  ["I forgot the admin password", "guides/troubleshooting"],
  ["users are signed out after app restart", "guides/offline-and-refresh"],
  ["delete all users", "guides/troubleshooting"],
  ["log out everywhere", "guides/offline-and-refresh"],
  ["iOS simulator cannot reach server", "guides/quick-start-ios"],
  ["Android emulator cannot reach localhost", "guides/quick-start-android"],
  ["where are my emails", "guides/emails"],
  ["verification email does not arrive", "guides/emails"],
  ["the email link opens localhost", "guides/emails"],
  ["configure SMTP", "guides/emails"],
  ["change the server's address", "guides/quick-start-web"],
  ["redirect_uri_mismatch", "guides/social-sign-in"],
  ["webhook when a user signs up", "guides/users-in-your-database"],
  ["captcha bot protection", "operations"],
  ["magic link", "guides/email-codes"],
  ["how do I update svc to a new version", "operations"],
  ["add custom fields to a user", "guides/claims-and-roles"],
  ["rename a project", "guides/first-steps"],
  ["signed in after reinstall", "guides/troubleshooting"],
  ["password too short", "guides/troubleshooting"],
  ["how many users can it handle", "guides/deploy"],
  ["TypeError: fetch failed", "guides/troubleshooting"],
  ["sms login", "guides/email-codes"],
  ["github login", "guides/social-sign-in"],
  ["GDPR: which personal data is stored and for how long", "privacy"],
  ["record of processing activities for our data protection officer", "privacy"],
];

/** Written when the ranking was finished, and never used to change it. */
const LATER: readonly (readonly [question: string, page: string])[] = [
  ["how do I sign in with Apple on an iPhone", "guides/social-sign-in"],
  ["move my users over from Supabase", "guides/migrate-from-supabase"],
  ["run it in docker", "guides/deploy"],
  ["refund a customer", "guides/running-billing"],
  ["sell a lifetime unlock", "guides/one-time-products"],
  ["add login to my React website", "guides/quick-start-web"],
  ["check the token in FastAPI or Django python", "guides/verify-python"],
  ["how do I create the first administrator", "guides/first-steps"],
  ["which environment variables can I set", "operations"],
  ["what metrics should I monitor with prometheus", "operations"],
];

const FIRST = 3;

describe("the search of the documentation", () => {
  let search: DocsSearch;
  beforeAll(async () => {
    const pages = readDocsPages();
    search = await buildDocsSearch(pages, contentsOf(pages));
  });
  const firstPages = (question: string): string[] =>
    search(question)
      .slice(0, FIRST)
      .map(({ address }) => address.replace(/^\/docs\//, "").replace(/#.*$/, ""));

  test.each(QUESTIONS)("%s: %s", (question, page) => {
    expect(firstPages(question)).toContain(page);
  });

  test("a page about Expo comes before one about a module whose name begins with it", () => {
    const found = search("expo").map(({ address }) => address);
    expect(found[0]).toBe("/docs/guides/quick-start-expo");
    expect(found).toContain("/docs/guides/expo-iap");
  });

  test("answers at least eight of ten other questions", () => {
    const missed = LATER.filter(([question, page]) => !firstPages(question).includes(page));
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(2);
  });

  test("answers quickly, however long the question is", () => {
    const longest =
      "refersh tokne roation verifiy subscripton entitlemnt gatewya databse signou everywher".repeat(2);
    search(longest);
    const start = process.cpuUsage(); // of this process alone, however busy the machine is
    for (let n = 0; n < 20; n++) search(longest);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000 / 20).toBeLessThan(60);
  });
});
