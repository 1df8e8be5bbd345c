import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openProviderSecret } from "../../domain/projects/provider-secrets.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const appleKey = generateKeyPairSync("ec", { namedCurve: "P-256" })
  .privateKey.export({ format: "pem", type: "pkcs8" })
  .toString();

describe.each(engines)("UpdateProject on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    token = (await t.addAdmin()).token;
    await t.addProject("Demo");
  });
  afterEach(() => t.close());

  const events = async () =>
    (
      await t.app.db.selectFrom("events").selectAll().where("kind", "=", "admin.project_updated").execute()
    ).map(({ actor, data }) => ({ actor, ...(JSON.parse(data) as object) }));

  test("changes what is given and leaves the rest", async () => {
    const before = (await t.projects(token).getProject({ project: "demo" })).project;
    t.advance(1000);
    const { project } = await t.projects(token).updateProject({
      project: "demo",
      name: " Renamed ",
      settings: {
        timezone: "Europe/Berlin",
        redirectSchemes: { values: ["com.example.app"] },
        requireEmailVerification: true,
        passwordPolicy: { minLength: 12 },
        google: { enabled: true, webClientId: "web.apps.googleusercontent.com" },
      },
    });
    expect(project).toMatchObject({
      slug: "demo",
      name: "Renamed",
      createdAt: before?.createdAt,
      settings: {
        timezone: "Europe/Berlin",
        redirectSchemes: ["com.example.app"],
        redirectOrigins: [],
        requireEmailVerification: true,
        signUpClosed: false,
        refreshTokenDays: 30,
        passwordPolicy: { minLength: 12, allowCommon: false },
        google: { enabled: true, webClientId: "web.apps.googleusercontent.com", iosClientId: "" },
        apple: { enabled: false },
      },
    });
    expect(project?.updatedAt).not.toEqual(before?.updatedAt);
    expect((await t.projects(token).getProject({ project: "demo" })).project).toEqual(project);
    expect(await events()).toMatchObject([
      {
        actor: "admin:root@example.com",
        fields:
          "name,settings.timezone,settings.redirect_schemes,settings.require_email_verification," +
          "settings.password_policy.min_length,settings.google.enabled,settings.google.web_client_id",
        secrets: "",
      },
    ]);
  });

  test("a list that is given replaces the stored one, an empty one clears it", async () => {
    const update = (settings: object) => t.projects(token).updateProject({ project: "demo", settings });
    await update({
      redirectSchemes: { values: ["com.a"] },
      redirectOrigins: { values: ["https://a.example"] },
    });
    const { project } = await update({ redirectSchemes: { values: [] } });
    expect(project?.settings).toMatchObject({ redirectSchemes: [], redirectOrigins: ["https://a.example"] });
  });

  test("what is already so is not written, not dated and no event", async () => {
    const before = (await t.projects(token).getProject({ project: "demo" })).project;
    t.advance(1000);
    const { project } = await t.projects(token).updateProject({
      project: "demo",
      name: "Demo",
      settings: { timezone: "UTC", signUpClosed: false },
    });
    expect(project).toEqual(before);
    expect(await events()).toEqual([]);
  });

  test("a value that cannot be accepted is named and changes nothing", async () => {
    const update = t.projects(token).updateProject({
      project: "demo",
      name: "Other",
      settings: { timezone: "Mars/Olympus" },
    });
    expect(await failureOf(update)).toEqual({
      code: "InvalidArgument",
      reason: "INVALID_REQUEST",
      metadata: { field: "settings.timezone", problem: "is not an IANA time zone (example: Europe/Berlin)" },
    });
    expect(await failureOf(t.projects(token).updateProject({ project: "demo", name: " " }))).toMatchObject({
      metadata: { field: "name" },
    });
    expect((await t.projects(token).getProject({ project: "demo" })).project?.name).toBe("Demo");
  });

  test("a provider secret is stored sealed and never comes back, only that there is one", async () => {
    const { project } = await t.projects(token).updateProject({
      project: "demo",
      settings: { google: { webClientSecret: "GOCSPX-very-secret" }, apple: { privateKey: appleKey } },
    });
    expect(project?.settings?.google?.hasWebClientSecret).toBe(true);
    expect(project?.settings?.apple?.hasKey).toBe(true);
    const listed = await t.projects(token).listProjects({});
    expect(listed.projects[0]).toEqual(project);

    const id = project?.id ?? "";
    expect(await openProviderSecret(t.app, id, "google_web_client_secret")).toBe("GOCSPX-very-secret");
    expect(await openProviderSecret(t.app, id, "apple_private_key")).toBe(appleKey);
    const rows = JSON.stringify([
      await t.app.db.selectFrom("providerSecrets").selectAll().execute(),
      await t.app.db.selectFrom("projects").selectAll().execute(),
      await t.app.db.selectFrom("events").selectAll().execute(),
    ]);
    const keyBody = appleKey.split("\n")[1] ?? "";
    for (const secret of ["GOCSPX-very-secret", keyBody]) {
      expect(rows).not.toContain(secret);
      expect(t.logLines.join("")).not.toContain(secret);
      expect(JSON.stringify(listed, (_, value) => (typeof value === "bigint" ? "" : value))).not.toContain(
        secret,
      );
    }
    expect(await events()).toMatchObject([
      { fields: "", secrets: "google.web_client_secret,apple.private_key" },
    ]);
  });

  test("an empty secret removes the stored one, an absent one leaves it", async () => {
    const update = (settings: object) => t.projects(token).updateProject({ project: "demo", settings });
    await update({ google: { webClientSecret: "one" }, apple: { privateKey: appleKey } });
    const { project } = await update({ google: { webClientSecret: "" }, apple: { teamId: "TEAM" } });
    expect(project?.settings?.google?.hasWebClientSecret).toBe(false);
    expect(project?.settings?.apple?.hasKey).toBe(true);
  });

  const otherCurve = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey;
  const sec1 = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  test.each([
    ["text", "not a key"],
    ["another curve", otherCurve.export({ format: "pem", type: "pkcs8" }).toString()],
    ["SEC 1", sec1.export({ format: "pem", type: "sec1" }).toString()],
    ["cut short", appleKey.slice(0, 80)],
    ["too long", appleKey + "x".repeat(5000)],
  ])("Apple's key is refused when it is %s, without being repeated", async (_, privateKey) => {
    const failure = await failureOf(
      t.projects(token).updateProject({ project: "demo", settings: { apple: { privateKey } } }),
    );
    expect(failure).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "settings.apple.private_key" },
    });
    expect(JSON.stringify(failure)).not.toContain(privateKey.slice(30, 60) || privateKey);
  });

  test("changes at the same time do not undo each other", async () => {
    const update = (settings: object) => t.projects(token).updateProject({ project: "demo", settings });
    await Promise.all([
      update({ timezone: "Asia/Tokyo" }),
      update({ refreshTokenDays: 7 }),
      update({ guestRetentionDays: 9 }),
      update({ signUpClosed: true }),
      update({ passwordPolicy: { minLength: 20 } }),
      update({ passwordPolicy: { allowCommon: true } }),
      update({ apple: { teamId: "TEAM" } }),
      update({ apple: { keyId: "KEY" } }),
    ]);
    expect((await t.projects(token).getProject({ project: "demo" })).project?.settings).toMatchObject({
      timezone: "Asia/Tokyo",
      refreshTokenDays: 7,
      guestRetentionDays: 9,
      signUpClosed: true,
      passwordPolicy: { minLength: 20, allowCommon: true },
      apple: { teamId: "TEAM", keyId: "KEY" },
    });
  });

  test("an unknown project is NOT_FOUND", async () => {
    expect(await reasonOf(t.projects(token).updateProject({ project: "nope", name: "N" }))).toBe("NOT_FOUND");
  });
});
