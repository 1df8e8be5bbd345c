import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { purchaseTransfers } from "../billing/billing-settings.ts";
import { oneTimeKinds, periods, trials } from "../billing/catalog-entry.ts";
import { requireValidSettings } from "../projects/check-settings.ts";
import { noOldSecretKey } from "../projects/old-secret-key.ts";
import type { ProjectDetails } from "../projects/project-details.ts";
import { settingFields, valuesOf } from "../projects/setting-fields.ts";
import { defaultSettings, type ProjectSettings } from "../projects/settings.ts";
import { requireTheme } from "../themes/check-theme.ts";
import { defaultTheme, type Theme, textKeys } from "../themes/theme.ts";
import { dumpSpec } from "./dump-spec.ts";
import { parseSpec } from "./parse-spec.ts";
import { planSpec } from "./plan-spec.ts";

function projectWith(changes: Partial<ProjectDetails>): ProjectDetails {
  return {
    id: "01950000-0000-7000-8000-000000000000",
    slug: "demo",
    name: "Demo",
    publishableKey: "pk_x",
    secretKeyHash: "hash",
    secretKeyLast4: "abcd",
    ...noOldSecretKey,
    settings: defaultSettings,
    secrets: new Map(),
    createdAt: 1,
    updatedAt: 1,
    deletedAt: null,
    ...changes,
  };
}

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
const name = fc
  .oneof(fc.string({ unit: "grapheme", maxLength: 40 }), fc.string({ maxLength: 40 }), trickyText)
  .map((text) => plain(text).trim() || "n");
/** As JSON and YAML make them. */
const asObject = { noNullPrototype: true };
const days = fc.integer({ min: 1, max: 3650 });

const settings: fc.Arbitrary<ProjectSettings> = fc.record({
  timezone: fc.constantFrom("UTC", "Europe/Berlin", "Etc/GMT+5"),
  redirectSchemes: fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9+.-]{0,20}$/), { maxLength: 4 }),
  redirectOrigins: fc.uniqueArray(
    fc.webAuthority({ withPort: false }).map((host) => `https://${host}`),
    { maxLength: 4 },
  ),
  signUpClosed: fc.boolean(),
  requireEmailVerification: fc.boolean(),
  allowAnonymousSignIn: fc.boolean(),
  allowEmailCodes: fc.boolean(),
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
const theme: fc.Arbitrary<Theme> = fc.oneof(
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

describe("a dump", () => {
  test("explains itself, names no secret, and shows whether there is one", () => {
    const spec = dumpSpec(projectWith({ secrets: new Map([["apple_private_key", 1]]) }), defaultTheme);
    const [text = ""] = spec.split("\ntheme:\n");
    expect(text).toMatchInlineSnapshot(`
      "# A project, as \`svc project apply\` reads it. If you leave something out:
      # - numbers, the time zone, the lists, the catalog and the whole sections google, apple and billing keep their value;
      # - every other boolean becomes false; in a section google, apple, app_store, play_store or stripe that you
      #   include, every missing id and list becomes empty;
      # - the theme becomes the default theme; in a theme that you include, every missing part becomes its default.
      #   dark_colors: none removes the dark colours.
      # With --merge, everything you leave out stays unchanged.
      # Secrets are never printed here. A secret that you add is written on every apply.

      # Display name.
      name: Demo

      # Short name in URLs and tokens. It identifies the project and never changes.
      slug: demo

      settings:
        # IANA time zone in which days are counted, such as Europe/Berlin.
        timezone: UTC
        # URL schemes of the app to which social sign-in may return, such as com.example.app.
        redirect_schemes: []
        # Web origins to which social sign-in may return, such as https://app.example.com.
        redirect_origins: []
        # true: sign-up is closed. Guests are not affected.
        sign_up_closed: false
        # true: users must verify their email before they sign in with a password.
        require_email_verification: false
        # true: apps may create guests.
        allow_anonymous_sign_in: false
        # true: users can sign in with a code by email.
        allow_email_codes: false
        # Days without use after which a guest is deleted. 0: never.
        guest_retention_days: 0
        # Days until a refresh token expires; each refresh restarts them.
        refresh_token_days: 30
        # Days after which a session ends even if it is in use.
        session_max_days: 365
        # Maximum sessions of a user; a new one ends the one idle longest. 0: no limit.
        max_sessions_per_user: 100
        # true: no email after a password or a sign-in method was changed.
        security_notices_disabled: false
        # true: users get an email after the first sign-in on a new device.
        new_device_notices: false
        # Days for which events and the audit log are kept.
        event_retention_days: 400
        # Days after which events and ended sessions lose IP address and user agent. 0: they keep them.
        ip_retention_days: 0
        # Days for which ended purchases of deleted users are kept. 0: for ever.
        ownerless_purchase_retention_days: 3650
        # Days between a user's request to delete the account and its deletion; signing in keeps it. 0: at once.
        deletion_grace_days: 0
        # true: a user who is deleted while disabled cannot sign up again.
        ban_erased_users: false
        password_policy:
          # Minimum number of characters, 6 to 128.
          min_length: 8
          # true: well-known passwords are accepted.
          allow_common: false
        google:
          # true: users can sign in with Google.
          enabled: false
          # Client id of the web application; mobile apps use it as their server client ID.
          web_client_id: ""
          # Client id of the iOS app.
          ios_client_id: ""
          # Client id of the Android app.
          android_client_id: ""
          # true: ID tokens without a nonce are accepted, which some older Google SDKs need.
          allow_missing_nonce: false
          # Package name of the Android app, such as com.example.app.
          android_package: ""
          # SHA-1 of each certificate that signs the Android app, as Google's console asks for it.
          android_sha1_fingerprints: []
          # SHA-256 of the same certificates; served with the package name in /.well-known/assetlinks.json.
          android_sha256_fingerprints: []
          # Secret of the web client, for sign-in in a browser. Write it as web_client_secret; it is stored encrypted and never shown.
          has_web_client_secret: false
        apple:
          # true: users can sign in with Apple.
          enabled: false
          # Bundle id of the app.
          bundle_id: ""
          # Services ID, for sign-in in a browser.
          services_id: ""
          # Id of the developer team.
          team_id: ""
          # Id of the sign-in key.
          key_id: ""
          # The sign-in key: the text of Apple's .p8 file. Write it as private_key; it is stored encrypted and never shown.
          has_key: true
        billing:
          # true: the project sells subscriptions or one-time products.
          enabled: false
          # A purchase that another user owns: reject it, move it from_guest (the guest's sessions end), or always.
          purchase_transfer: from_guest
          # true: sandbox purchases give no access. App Review and TestFlight use the sandbox.
          ignore_sandbox: false
          # Days of access after a failed renewal at Stripe, 0 to 28.
          stripe_grace_days: 7
          # Minutes of access after a period ends, until the store reports the renewal.
          renewal_leeway_minutes: 120
          # true: deleting a user leaves their subscriptions at Stripe running.
          keep_stripe_subscriptions: false
          # true: svc answers Apple's consumption requests when a customer asks for a refund.
          answer_consumption_requests: false
          app_store:
            # Bundle ID of the app. Empty: not sold in the App Store.
            bundle_id: ""
            # Numeric Apple ID of the app.
            app_apple_id: ""
            # Issuer id of the in-app purchase key.
            issuer_id: ""
            # Id of the in-app purchase key.
            key_id: ""
            # The in-app purchase key: the text of Apple's .p8 file. Write it as private_key; it is stored encrypted and never shown.
            has_private_key: false
            # Secret part of the webhook URL for Apple's notifications. Write it as notification_secret; it is stored encrypted and never shown.
            has_notification_secret: false
          play_store:
            # Package name of the app. Empty: not sold in Google Play.
            package_name: ""
            # Id of the Google Cloud project with the topic.
            cloud_project: ""
            # The topic that Play publishes to, projects/<project>/topics/<topic>.
            pubsub_topic: ""
            # Email address of the service account that signs the pushes.
            pubsub_service_account: ""
            # Key of the service account: the text of Google's JSON file. Write it as service_account; it is stored encrypted and never shown.
            has_service_account: false
            # Secret part of the webhook URL for Google's notifications. Write it as rtdn_secret; it is stored encrypted and never shown.
            has_rtdn_secret: false
          stripe:
            # true: Stripe sells the catalog.
            enabled: false
            # Configuration of Stripe's customer portal; svc setup billing writes it.
            portal_configuration_id: ""
            # The webhook endpoint at Stripe; svc setup billing writes it.
            webhook_endpoint_id: ""
            # Secret or restricted key, sk_ or rk_. Write it as secret_key; it is stored encrypted and never shown.
            has_secret_key: false
            # Signing secret of the webhook, whsec_. Write it as webhook_secret; it is stored encrypted and never shown.
            has_webhook_secret: false
          # What can be unlocked: each with id and name.
          entitlements: []
          # What users can subscribe to: id, name, rank, entitlements, and products with id, period, price, trial.
          tiers: []
          # What users can buy once: id, name, kind (lifetime, consumable, non_renewing), entitlements, price.
          one_time_products: []
      "
    `);
  });

  test("of any project, applied to it, changes nothing; applied to nothing, makes the same", () => {
    fc.assert(
      fc.property(name, settings, theme, (name, settings, theme) => {
        const project = projectWith({ name, settings });
        const spec = parseSpec(dumpSpec(project, theme));
        const plan = planSpec(spec, { project, theme });
        expect(plan).toMatchObject({ changes: [], after: { name, values: valuesOf(settings) } });
        const creation = planSpec(spec, undefined);
        expect(creation.after).toEqual({ name, values: valuesOf(settings) });
        expect(creation.theme.theme).toEqual(theme);
        expect(planSpec({ ...spec, merge: true }, { project, theme }).changes).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test("shows a theme of its own, and of it what there is", () => {
    const theme = requireTheme({ productName: "Fern", texts: { verify_email: { body: "Hello\nyou" } } });
    const [, shown = ""] = dumpSpec(projectWith({}), theme).split(/^theme:$/m);
    expect(shown).toContain("  product_name: Fern\n");
    expect(shown).toContain('    verify_email:\n      # Text of the mail.\n      body: "Hello\\nyou"\n');
    expect(shown).toContain("  dark_colors: none\n");
    expect(shown).not.toContain("reset_password");
  });

  test("shows the default theme, too", () => {
    const [, shown = ""] = dumpSpec(projectWith({}), defaultTheme).split(/^theme:$/m);
    expect(shown).toContain(`  dark_colors:\n    # Buttons and links.\n    primary: "${"#8ab4ff"}"\n`);
    expect(shown).toContain("  corner_radius: 10\n");
  });

  test("has every setting", () => {
    const spec = parseSpec(dumpSpec(projectWith({}), defaultTheme));
    expect([...spec.values.keys()].sort()).toEqual(settingFields.map(({ path }) => path).sort());
  });

  test("is valid as it is", () => {
    const { values } = parseSpec(dumpSpec(projectWith({}), defaultTheme));
    requireValidSettings(values, new Set(values.keys()));
  });
});
