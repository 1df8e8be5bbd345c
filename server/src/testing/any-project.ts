import fc from "fast-check";
import { purchaseTransfers } from "../domain/billing/billing-settings.ts";
import { oneTimeKinds, periods, trials } from "../domain/billing/catalog-entry.ts";
import { mfaPolicies, type ProjectSettings } from "../domain/projects/settings.ts";
import { requireTheme } from "../domain/themes/check-theme.ts";
import { defaultTheme, type Theme, textKeys } from "../domain/themes/theme.ts";
import { languageTags } from "../wording/languages.ts";

// Words that YAML reads as something else unless they are quoted.
const trickyText = fc.constantFrom(
  ..."true null ~ yes 0x10 1e3 12345E6789 .inf - -1 * & ! | > % @ ` [] {} # : ? = << a:b #a 2030-01-01 0o7 '' \"".split(
    " ",
  ),
);
const id = fc.oneof(
  fc.string({ unit: "grapheme-ascii", maxLength: 30 }).map((s) => s.replaceAll(" ", "")),
  trickyText,
);
export const name = fc
  .oneof(fc.string({ unit: "grapheme", maxLength: 40 }), fc.string({ maxLength: 40 }), trickyText)
  .map((text) => plain(text).trim() || "n");
/** As JSON and YAML make them. */
const asObject = { noNullPrototype: true };
const days = fc.integer({ min: 1, max: 3650 });

export const settings: fc.Arbitrary<ProjectSettings> = fc.record({
  timezone: fc.constantFrom("UTC", "Europe/Berlin", "Etc/GMT+5"),
  defaultLanguage: fc.constantFrom(...languageTags),
  languages: fc.uniqueArray(fc.constantFrom(...languageTags), { maxLength: 4 }),
  sender: fc.record({
    name: trickyText,
    address: fc.constantFrom("", "a@example.com"),
    replyTo: fc.constant(""),
  }),
  redirectSchemes: fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9+.-]{0,20}$/), { maxLength: 4 }),
  redirectOrigins: fc.uniqueArray(
    fc.webAuthority({ withPort: false }).map((host) => `https://${host}`),
    { maxLength: 4 },
  ),
  signUpClosed: fc.boolean(),
  requireEmailVerification: fc.boolean(),
  allowAnonymousSignIn: fc.boolean(),
  allowEmailCodes: fc.boolean(),
  passkeys: fc.record({
    enabled: fc.boolean(),
    rpId: fc.constantFrom("", "example.com", "localhost"),
    origins: fc.uniqueArray(
      fc.webAuthority({ withPort: false }).map((host) => `https://${host}`),
      { maxLength: 4 },
    ),
  }),
  mfa: fc.record({
    policy: fc.constantFrom(...mfaPolicies),
    claim: fc.constantFrom("role", "plan"),
    claimValues: fc.uniqueArray(fc.constantFrom("admin", "true", "1"), { maxLength: 3 }),
  }),
  guestRetentionDays: fc.integer({ min: 0, max: 3650 }),
  refreshTokenDays: days,
  sessionMaxDays: days,
  maxSessionsPerUser: fc.integer({ min: 0, max: 10_000 }),
  securityNoticesDisabled: fc.boolean(),
  newDeviceNotices: fc.boolean(),
  eventRetentionDays: days,
  ipRetentionDays: fc.integer({ min: 0, max: 3650 }),
  ownerlessPurchaseRetentionDays: fc.integer({ min: 0, max: 36_500 }),
  deletionGraceDays: fc.integer({ min: 0, max: 90 }),
  banErasedUsers: fc.boolean(),
  passwordPolicy: fc.record({ minLength: fc.integer({ min: 6, max: 128 }), allowCommon: fc.boolean() }),
  google: fc.record({
    enabled: fc.boolean(),
    webClientId: id,
    iosClientId: id,
    androidClientId: id,
    allowMissingNonce: fc.boolean(),
    androidPackage: id,
    androidSha1Fingerprints: fc.uniqueArray(id, { maxLength: 3 }),
    androidSha256Fingerprints: fc.uniqueArray(id, { maxLength: 3 }),
  }),
  apple: fc.record({ enabled: fc.boolean(), bundleId: id, servicesId: id, teamId: id, keyId: id }),
  billing: fc.record({
    enabled: fc.boolean(),
    purchaseTransfer: fc.constantFrom(...purchaseTransfers),
    ignoreSandbox: fc.boolean(),
    stripeGraceDays: fc.integer({ min: 0, max: 28 }),
    renewalLeewayMinutes: fc.integer({ min: 0, max: 1440 }),
    keepStripeSubscriptions: fc.boolean(),
    answerConsumptionRequests: fc.boolean(),
    appStore: fc.record({ bundleId: id, appAppleId: id, issuerId: id, keyId: id }),
    playStore: fc.record({ packageName: id, cloudProject: id, pubsubTopic: id, pubsubServiceAccount: id }),
    stripe: fc.record({ enabled: fc.boolean(), portalConfigurationId: id, webhookEndpointId: id }),
    entitlements: fc.array(fc.record({ id: name, name }, asObject), { maxLength: 3 }),
    tiers: fc.array(
      fc.record(
        {
          id: name,
          name,
          rank: fc.integer({ min: 0, max: 9 }),
          entitlements: fc.array(name, { maxLength: 3 }),
          products: fc.array(
            fc.record(
              {
                id: name,
                period: fc.constantFrom(...periods),
                price: fc.record(
                  { currency: name, amount: fc.constantFrom("9.99", "0.50", "100", "1e3") },
                  asObject,
                ),
                trial: fc.constantFrom("" as const, ...trials),
                appStoreProductId: id,
                playStoreProductId: id,
                playStoreBasePlanId: id,
                stripeLookupKey: id,
                stripeProductId: id,
                retired: fc.boolean(),
              },
              asObject,
            ),
            { maxLength: 3 },
          ),
        },
        asObject,
      ),
      { maxLength: 3 },
    ),
    oneTimeProducts: fc.array(
      fc.record(
        {
          id: name,
          name,
          kind: fc.constantFrom(...oneTimeKinds),
          entitlements: fc.array(name, { maxLength: 3 }),
          price: fc.record({ currency: name, amount: fc.constantFrom("9.99", "100") }, asObject),
          appStoreProductId: id,
          playStoreProductId: id,
          stripeLookupKey: id,
          stripeProductId: id,
          retired: fc.boolean(),
        },
        asObject,
      ),
      { maxLength: 3 },
    ),
  }),
});

const sentence = fc.oneof(fc.string({ unit: "grapheme", maxLength: 40 }), trickyText).map(plain);
const lines = fc.array(sentence, { maxLength: 3 }).map((texts) => texts.join("\n"));

function plain(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "");
}

const dark = { background: "#000000", surface: "#101010", text: "#ffffff" };
export const theme: fc.Arbitrary<Theme> = fc.oneof(
  fc.constant(defaultTheme),
  fc
    .record({
      colors: fc.constantFrom({}, { primary: "#000000" }, { background: "#FFFFFF" }),
      darkColors: fc.constantFrom(undefined, {}, dark),
      cornerRadius: fc.integer({ min: 0, max: 32 }),
      fontFamily: fc.constantFrom("", "Inter", "null", "123"),
      productName: sentence,
      supportEmail: fc.constantFrom("", "help@example.com"),
      privacyUrl: fc.constantFrom("", "https://example.com/privacy?a=b#c"),
      footerText: lines,
      texts: fc.dictionary(
        fc.constantFrom(...textKeys),
        fc.record({ subject: sentence, body: lines }, { requiredKeys: [] }),
      ),
    })
    .map((input) => requireTheme(input)),
);
