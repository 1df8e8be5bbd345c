import { generateKeyPairSync } from "node:crypto";
import { SpecChangeKind } from "@svc/proto/svc/admin/v1/project_spec_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openProviderSecret } from "../../domain/projects/provider-secrets.ts";
import { defaultSettings, type ProjectSettings } from "../../domain/projects/settings.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";
import { encodeMfaPolicy } from "../auth/encode-mfa-policy.ts";

const { SET, TURNED_OFF, SECRET_REWRITTEN } = SpecChangeKind;
const appleKey = generateKeyPairSync("ec", { namedCurve: "P-256" })
  .privateKey.export({ format: "pem", type: "pkcs8" })
  .toString();

/** Its list of allowed senders has the sender below. No email is sent. */
const RELAY = { host: "127.0.0.1", port: 9, from: "auth@example.org", allowedSenders: ["@example.com"] };

/** What ProjectService shows; the rest is BillingService's. */
const shown = ({ billing: _, mfa, ...settings }: ProjectSettings) => ({
  ...settings,
  mfa: { ...mfa, policy: encodeMfaPolicy(mfa.policy) },
});

/** No setting has its default. */
const everything: ProjectSettings = {
  timezone: "Europe/Berlin",
  defaultLanguage: "de",
  languages: ["en", "pt-BR"],
  sender: { name: "Example", address: "no-reply@example.com", replyTo: "help@example.com" },
  redirectSchemes: ["com.example.app", "com.example.other"],
  redirectOrigins: ["https://app.example.com", "http://localhost:3000"],
  signUpClosed: true,
  requireEmailVerification: true,
  allowAnonymousSignIn: true,
  allowEmailCodes: true,
  passkeys: { enabled: true, rpId: "example.com", origins: ["https://app.example.com"] },
  mfa: { policy: "required_by_claim", claim: "role", claimValues: ["admin"] },
  guestRetentionDays: 14,
  refreshTokenDays: 7,
  sessionMaxDays: 90,
  maxSessionsPerUser: 5,
  securityNoticesDisabled: true,
  newDeviceNotices: true,
  eventRetentionDays: 90,
  ipRetentionDays: 30,
  ownerlessPurchaseRetentionDays: 2190,
  deletionGraceDays: 14,
  banErasedUsers: true,
  passwordPolicy: { minLength: 12, allowCommon: true },
  google: {
    enabled: true,
    webClientId: "w",
    iosClientId: "i",
    androidClientId: "1e3",
    allowMissingNonce: true,
    androidPackage: "com.example.app",
    androidSha1Fingerprints: [Array(20).fill("0A").join(":")],
    androidSha256Fingerprints: [Array(32).fill("12").join(":"), Array(32).fill("34").join(":")],
  },
  apple: { enabled: true, bundleId: "com.example", servicesId: "true", teamId: "12345", keyId: "12345E6789" },
  billing: {
    enabled: true,
    purchaseTransfer: "from_guest",
    ignoreSandbox: true,
    stripeGraceDays: 3,
    renewalLeewayMinutes: 60,
    keepStripeSubscriptions: true,
    answerConsumptionRequests: true,
    appStore: { bundleId: "com.example", appAppleId: "123", issuerId: "1e3", keyId: "12345E6789" },
    playStore: {
      packageName: "com.example",
      cloudProject: "my-project",
      pubsubTopic: "projects/my-project/topics/play",
      pubsubServiceAccount: "push@my-project.iam.gserviceaccount.com",
    },
    stripe: { enabled: true, portalConfigurationId: "bpc_1", webhookEndpointId: "we_1" },
    entitlements: [{ id: "pro", name: "Pro" }],
    tiers: [
      {
        id: "pro",
        name: "Pro",
        rank: 1,
        entitlements: ["pro"],
        products: [
          {
            id: "pro_monthly",
            period: "P1M",
            price: { currency: "USD", amount: "9.99" },
            trial: "P1W",
            appStoreProductId: "com.example.pro",
            playStoreProductId: "pro",
            playStoreBasePlanId: "monthly",
            stripeLookupKey: "pro-monthly",
            stripeProductId: "",
            retired: false,
          },
        ],
      },
    ],
    oneTimeProducts: [
      {
        id: "pro_lifetime",
        name: "Pro for good",
        kind: "lifetime",
        entitlements: ["pro"],
        price: { currency: "USD", amount: "199" },
        appStoreProductId: "com.example.lifetime",
        playStoreProductId: "lifetime",
        stripeLookupKey: "lifetime",
        stripeProductId: "prod_1",
        retired: true,
      },
    ],
  },
};

describe.each(engines)("project as code on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { smtp: RELAY });
    token = (await t.addAdmin()).token;
  });
  afterEach(() => t.close());

  const apply = (specYaml: string) => t.projects(token).applyProjectSpec({ specYaml });
  const dryRun = (specYaml: string) => t.projects(token).applyProjectSpec({ specYaml, dryRun: true });
  const dump = async (project = "demo") => (await t.projects(token).getProjectSpec({ project })).specYaml;
  const settings = async (project = "demo") =>
    (await t.projects(token).getProject({ project })).project?.settings;
  const plan = (
    changes: readonly { path: string; oldValue: string; newValue: string; kind: SpecChangeKind }[],
  ) => changes.map(({ path, oldValue, newValue, kind }) => [path, oldValue, newValue, kind]);
  const everythingStored = async () =>
    JSON.stringify([
      await t.app.db.selectFrom("projects").selectAll().execute(),
      await t.app.db.selectFrom("events").selectAll().execute(),
      await t.app.db.selectFrom("providerSecrets").selectAll().execute(),
    ]);

  test.each([
    ["a new project", {}],
    ["a project with every setting set", everything],
  ])("dump and apply: %s has zero changes and is not touched", async (_, changes) => {
    await t.addProject("Demo", changes);
    const before = await everythingStored();
    t.advance(1000);
    const { created, changes: planned, warnings, secretKey } = await apply(await dump());
    expect({ created, planned, warnings, secretKey }).toEqual({
      created: false,
      planned: [],
      warnings: [],
      secretKey: "",
    });
    expect(await everythingStored()).toBe(before);
  });

  test("dump of one server, applied where the slug is free, makes the same project", async () => {
    const { project } = await t.addProject("Demo", everything);
    const spec = await dump();
    await t.projects(token).deleteProject({ project: "demo" });

    const { created, project: copy, secretKey, changes } = await apply(spec);
    expect(created).toBe(true);
    expect(copy).toMatchObject({ slug: "demo", name: "Demo", settings: shown(everything) });
    expect(copy?.id).not.toBe(project.id);
    await t.client(UserService, { "x-svc-key": secretKey }).listUsers({});
    expect(plan(changes).slice(0, 3)).toEqual([
      ["name", "", '"Demo"', SET],
      ["slug", "", '"demo"', SET],
      ["settings.timezone", "", '"Europe/Berlin"', SET],
    ]);
    const again = await apply(spec);
    expect(again).toMatchObject({ created: false, changes: [], secretKey: "" });
    expect(await everythingStored()).not.toContain(secretKey);
    expect(t.logLines.join("")).not.toContain(secretKey);
  });

  test("a spec names its slug, and for a new project its name", async () => {
    expect(await failureOf(apply("name: Demo"))).toMatchObject({ metadata: { field: "slug" } });
    expect(await failureOf(apply("slug: demo"))).toMatchObject({ metadata: { field: "name" } });
    expect(await failureOf(dryRun("slug: demo"))).toMatchObject({ metadata: { field: "name" } });
    expect(await failureOf(apply("name: N\nslug: Not-A-Slug"))).toMatchObject({
      metadata: { field: "slug", line: "2", column: "7" },
    });
    await t.addProject("Demo");
    expect(await apply("slug: demo")).toMatchObject({ changes: [], project: { name: "Demo" } });
  });

  test("rule 1: numbers, an empty time zone, lists and provider sections that are left out keep their value", async () => {
    await t.addProject("Demo", {
      ...everything,
      signUpClosed: false,
      requireEmailVerification: false,
      securityNoticesDisabled: false,
      newDeviceNotices: false,
      banErasedUsers: false,
    });
    const before = await settings();
    const spec =
      "slug: demo\nsettings:\n  timezone: ''\n  allow_anonymous_sign_in: true\n  allow_email_codes: true\n  password_policy: {allow_common: true}\n";
    expect((await apply(spec)).changes).toEqual([]);
    expect(await settings()).toEqual(before);
    expect(
      (
        await apply(
          "slug: demo\nsettings: {redirect_schemes: [], guest_retention_days: 0, max_sessions_per_user: 0, ip_retention_days: 0, ownerless_purchase_retention_days: 0, allow_anonymous_sign_in: true, allow_email_codes: true}",
        )
      ).changes,
    ).toMatchObject([
      {
        path: "settings.redirect_schemes",
        oldValue: '["com.example.app","com.example.other"]',
        newValue: "[]",
      },
      { path: "settings.guest_retention_days", oldValue: "14", newValue: "0" },
      { path: "settings.max_sessions_per_user", oldValue: "5", newValue: "0" },
      { path: "settings.ip_retention_days", oldValue: "30", newValue: "0" },
      { path: "settings.ownerless_purchase_retention_days", oldValue: "2190", newValue: "0" },
      { path: "settings.password_policy.allow_common", kind: TURNED_OFF },
    ]);
  });

  test("rule 2: a boolean that is left out becomes false, and the plan says that this is why", async () => {
    const { androidPackage, androidSha1Fingerprints, androidSha256Fingerprints, ...ids } = everything.google;
    await t.addProject("Demo", { ...everything, google: { ...defaultSettings.google, ...ids } });
    const { changes } = await apply(
      "slug: demo\nsettings:\n  sign_up_closed: true\n  require_email_verification: false\n  google: {web_client_id: w, ios_client_id: i, android_client_id: '1e3'}\n",
    );
    expect(plan(changes)).toEqual([
      ["settings.require_email_verification", "true", "false", SET],
      ["settings.allow_anonymous_sign_in", "true", "false", TURNED_OFF],
      ["settings.allow_email_codes", "true", "false", TURNED_OFF],
      ["settings.security_notices_disabled", "true", "false", TURNED_OFF],
      ["settings.new_device_notices", "true", "false", TURNED_OFF],
      ["settings.ban_erased_users", "true", "false", TURNED_OFF],
      ["settings.password_policy.allow_common", "true", "false", TURNED_OFF],
      ["settings.google.enabled", "true", "false", TURNED_OFF],
      ["settings.google.allow_missing_nonce", "true", "false", TURNED_OFF],
    ]);
    expect(await settings()).toMatchObject({
      signUpClosed: true,
      requireEmailVerification: false,
      allowAnonymousSignIn: false,
      google: { enabled: false, webClientId: "w" },
      apple: { enabled: true },
    });
  });

  test("an id or a list that a section leaves out is removed, and the plan says so", async () => {
    await t.addProject("Demo", { google: { ...everything.google } });
    const { changes } = await apply(
      "slug: demo\nsettings: {google: {enabled: true, allow_missing_nonce: true, ios_client_id: i}}",
    );
    expect(plan(changes)).toEqual([
      ["settings.google.web_client_id", '"w"', '""', SET],
      ["settings.google.android_client_id", '"1e3"', '""', SET],
      ["settings.google.android_package", '"com.example.app"', '""', SET],
      [
        "settings.google.android_sha1_fingerprints",
        JSON.stringify(everything.google.androidSha1Fingerprints),
        "[]",
        SET,
      ],
      [
        "settings.google.android_sha256_fingerprints",
        JSON.stringify(everything.google.androidSha256Fingerprints),
        "[]",
        SET,
      ],
    ]);
    expect((await settings())?.google).toMatchObject({ androidPackage: "", androidSha256Fingerprints: [] });
  });

  test("rule 3: a secret is rewritten on every apply, told as such, and never a change", async () => {
    const { project } = await t.addProject("Demo");
    const spec = `slug: demo\nsettings:\n  google:\n    web_client_secret: GOCSPX-very-secret\n  apple:\n    has_key: false\n    private_key: |\n${appleKey.replace(/^(?=.)/gm, "      ")}`;
    const first = await apply(spec);
    expect(plan(first.changes)).toEqual([
      ["settings.google.web_client_secret", "", "", SECRET_REWRITTEN],
      ["settings.apple.private_key", "", "", SECRET_REWRITTEN],
    ]);
    expect(first.project?.settings?.google?.hasWebClientSecret).toBe(true);
    expect(await openProviderSecret(t.app, project.id, "apple_private_key")).toBe(appleKey);
    const sealed = async () =>
      (await t.app.db.selectFrom("providerSecrets").selectAll().orderBy("name").execute()).map(
        (row) => row.sealed,
      );
    const before = await sealed();
    t.advance(1000);
    const second = await apply(spec);
    expect(plan(second.changes)).toEqual(plan(first.changes));
    expect(second.project?.updatedAt).toEqual(first.project?.updatedAt);
    expect(await sealed()).not.toEqual(before);

    const dumped = await dump();
    expect(dumped).toContain("has_web_client_secret: true");
    const keyBody = appleKey.split("\n")[1] ?? "";
    for (const secret of ["GOCSPX-very-secret", keyBody]) {
      expect(await everythingStored()).not.toContain(secret);
      expect(dumped).not.toContain(secret);
      expect(t.logLines.join("")).not.toContain(secret);
    }
    expect((await apply(dumped)).changes).toEqual([]);
    expect(await sealed()).toHaveLength(2);
  });

  test("a secret that is empty in the spec leaves the stored one and is warned about", async () => {
    await t.addProject("Demo");
    await apply("slug: demo\nsettings: {google: {web_client_secret: one}}");
    for (const empty of ['""', ""]) {
      const answer = await apply(`slug: demo\nsettings:\n  google:\n    web_client_secret: ${empty}\n`);
      expect(answer).toMatchObject({
        changes: [],
        warnings: ["settings.google.web_client_secret is empty; the stored secret stays as it is"],
        project: { settings: { google: { hasWebClientSecret: true } } },
      });
    }
  });

  test("has_* flags change nothing, whatever they say", async () => {
    await t.addProject("Demo");
    const spec = "slug: demo\nsettings: {google: {has_web_client_secret: true}, apple: {has_key: 'x'}}";
    expect((await apply(spec)).changes).toEqual([]);
    expect((await settings())?.google?.hasWebClientSecret).toBe(false);
  });

  test("a dry run tells the same plan and writes nothing", async () => {
    const spec = "name: Demo\nslug: demo\nsettings: {timezone: Asia/Tokyo, google: {web_client_secret: s}}";
    const before = await everythingStored();
    const creation = await dryRun(spec);
    expect(creation).toMatchObject({ created: true, secretKey: "" });
    expect(creation.project).toBeUndefined();
    expect(await everythingStored()).toBe(before);
    const real = await apply(spec);
    expect(real.changes).toEqual(creation.changes);

    const stored = await everythingStored();
    const change = "name: Renamed\nslug: demo\nsettings: {sign_up_closed: true}";
    const planned = await dryRun(change);
    expect(await everythingStored()).toBe(stored);
    expect(planned.project).toMatchObject({ name: "Renamed", settings: { signUpClosed: true } });
    const done = await apply(change);
    expect(done.changes).toEqual(planned.changes);
    expect(plan(done.changes)).toEqual([
      ["name", '"Demo"', '"Renamed"', SET],
      ["settings.sign_up_closed", "false", "true", SET],
    ]);
  });

  test("a value that cannot be accepted is told with its place, and nothing of the spec is applied", async () => {
    await t.addProject("Demo");
    const stored = await everythingStored();
    const spec = "name: Renamed\nslug: demo\nsettings:\n  timezone: Asia/Tokyo\n  refresh_token_days: 0\n";
    const expected = { field: "settings.refresh_token_days", line: "5", column: "23" };
    expect(await failureOf(apply(spec))).toMatchObject({ code: "InvalidArgument", metadata: expected });
    expect(await failureOf(dryRun(spec))).toMatchObject({ reason: "INVALID_REQUEST", metadata: expected });
    expect(await everythingStored()).toBe(stored);
    expect(await failureOf(apply("slug: demo\nsettings: {apple: {private_key: nope}}"))).toMatchObject({
      metadata: { field: "settings.apple.private_key", line: "2" },
    });
  });

  test("an unknown key is told with its place and the nearest one", async () => {
    expect(
      await failureOf(apply("name: D\nslug: demo\nsettings:\n  requre_email_verification: true")),
    ).toEqual({
      code: "InvalidArgument",
      reason: "INVALID_REQUEST",
      metadata: {
        field: "settings.requre_email_verification",
        problem: "there is no such key; did you mean require_email_verification?",
        key: "requre_email_verification",
        suggestion: "require_email_verification",
        line: "4",
        column: "3",
      },
    });
  });

  test("a megabyte is refused before it is read", async () => {
    expect(await failureOf(apply(`slug: ${"x".repeat(1_000_000)}`))).toMatchObject({
      reason: "REQUEST_TOO_LARGE",
    });
  });

  test("what looks like a mistake is warned about", async () => {
    const { warnings } = await dryRun(
      "name: D\nslug: d\nsettings: {redirect_schemes: [myapp], google: {enabled: true, ios_client_id: i, android_client_id: a}, apple: {enabled: true, services_id: s}}",
    );
    expect(warnings).toEqual([
      expect.stringContaining("myapp has no dot"),
      expect.stringContaining("web_client_id is empty"),
      expect.stringContaining("services_id needs"),
    ]);
  });
});
