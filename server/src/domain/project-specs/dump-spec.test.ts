import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { name, settings, theme } from "../../testing/any-project.ts";
import { requireValidSettings } from "../projects/check-settings.ts";
import { noOldSecretKey } from "../projects/old-secret-key.ts";
import type { ProjectDetails } from "../projects/project-details.ts";
import { settingFields, valuesOf } from "../projects/setting-fields.ts";
import { defaultSettings } from "../projects/settings.ts";
import { requireTheme } from "../themes/check-theme.ts";
import { defaultTheme } from "../themes/theme.ts";
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

describe("a dump", () => {
  test("explains itself, names no secret, and shows whether there is one", () => {
    const spec = dumpSpec(projectWith({ secrets: new Map([["apple_private_key", 1]]) }), defaultTheme);
    const [text = ""] = spec.split("\ntheme:\n");
    expect(text).toMatchInlineSnapshot(`
      "# A project, as \`svc project apply\` reads it. If you leave something out:
      # - numbers, the time zone, the lists, the domain of passkeys, the catalog and the whole sections sender, passkeys, mfa,
      #   google, apple and billing keep their value, and so does every part of sender and mfa;
      # - every other boolean becomes false; in a section google, apple, app_store, play_store or stripe that you
      #   include, every missing id and list becomes empty;
      # - the theme becomes the default theme; in a theme that you include, every missing part becomes its default.
      #   dark_colors: none removes the dark colours;
      # - every text of the wording stays as it is; "" goes back to the default text.
      # With --merge, everything you leave out stays unchanged.
      # Secrets are never printed here. A secret that you add is written on every apply.

      # Display name.
      name: Demo

      # Short name in URLs and tokens. It identifies the project and never changes.
      slug: demo

      settings:
        # IANA time zone in which days are counted, such as Europe/Berlin.
        timezone: UTC
        sender:
          # Name of the sender of emails. Empty: the product name.
          name: ""
          # Address of the sender, one that the server allows. Empty: that of the mail relay.
          address: ""
          # Address that answers go to. Empty: the support email of the theme.
          reply_to: ""
        # Language of emails and pages where nothing else decides, such as en, de or pt-BR.
        default_language: en
        # Languages that emails and pages can have besides it. Empty: all.
        languages: []
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
        passkeys:
          # true: users can sign in with passkeys.
          enabled: false
          # Domain that passkeys belong to. After a change, the passkeys that users have stop working.
          rp_id: ""
          # Web origins whose pages may use the passkeys, besides https:// and the domain.
          origins: []
        mfa:
          # Who needs a second factor: off, optional (who has one), required, required_by_claim.
          policy: "off"
          # With required_by_claim: the custom claim that makes a second factor required.
          claim: ""
          # Values of the claim that do. Empty: every value but false and null.
          claim_values: []
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
        const plan = planSpec(spec, { project, theme, wording: {} });
        expect(plan).toMatchObject({ changes: [], after: { name, values: valuesOf(settings) } });
        const creation = planSpec(spec, undefined);
        expect(creation.after).toEqual({ name, values: valuesOf(settings) });
        expect(creation.theme.theme).toEqual(theme);
        expect(planSpec({ ...spec, merge: true }, { project, theme, wording: {} }).changes).toEqual([]);
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
    const { values } = parseSpec(dumpSpec(projectWith({}), defaultTheme));
    expect([...values.keys()].sort()).toEqual(settingFields.map(({ path }) => path).sort());
    requireValidSettings(values, new Set(values.keys()));
  });
});
