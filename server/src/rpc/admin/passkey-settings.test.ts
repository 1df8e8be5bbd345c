import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import { ConfigService } from "@svc/proto/svc/auth/v1/config_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { transact } from "../../storage/transact.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { isSomebodyWaiting } from "../../testing/is-somebody-waiting.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const ON = { passkeys: { enabled: true } };

describe.each(engines)("Passkey settings on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  const open = async (baseUrl: string) => {
    t = await TestApp.open(engine, { baseUrl });
    ({ token } = await t.addAdmin());
    await t.addProject("Demo");
  };
  beforeEach(() => open("https://auth.example.com"));
  afterEach(() => t.close());

  const update = (settings: object, project = "demo") =>
    t.projects(token).updateProject({ project, settings });
  const passkeysOf = async (project = "demo") =>
    (await t.projects(token).getProject({ project })).project?.settings?.passkeys;
  const file = async () => {
    const answer = await fetch(`${t.url}/.well-known/webauthn`, { headers: { host: "evil.test" } });
    return { status: answer.status, type: answer.headers.get("content-type"), body: await answer.json() };
  };

  /** Somebody who is an administrator of this project alone. */
  const addAdministratorOf = async (project: string, email: string) => {
    const admin = await t.addAdmin(email);
    const accounts = t.client(AdminAccountService, { authorization: `Bearer ${token}` });
    await accounts.setAdminRole({ adminId: admin.adminId, project: "", role: AdminRole.NONE });
    await accounts.setAdminRole({ adminId: admin.adminId, project, role: AdminRole.ADMINISTRATOR });
    return admin;
  };

  test("the only project gets the host of the server, and keeps it when others come", async () => {
    await update(ON);
    expect(await passkeysOf()).toMatchObject({ enabled: true, rpId: "auth.example.com", origins: [] });
    await t.addProject("Second");
    await update({ passkeys: { enabled: false } });
    await update(ON);
    expect((await passkeysOf())?.rpId).toBe("auth.example.com");
  });

  test("of several projects, each must choose", async () => {
    await t.addProject("Second");
    const failure = await failureOf(update(ON));
    expect(failure).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "settings.passkeys.rp_id" },
    });
    expect(failure.metadata.problem).toContain("iOS");
    await update({ passkeys: { enabled: true, rpId: "example.com" } });
    expect((await passkeysOf())?.rpId).toBe("example.com");
    expect(await failureOf(update({ passkeys: { rpId: "" } }))).toMatchObject({ reason: "INVALID_REQUEST" });
  });

  test("a domain that others share is for owners to choose, and nobody else is told of the others", async () => {
    await update({ passkeys: { enabled: true } });
    await t.addProject("Second");
    await t.addProject("Third", { passkeys: { enabled: false, rpId: "example.org", origins: [] } });
    const grace = await addAdministratorOf("second", "grace@example.com");
    const asGrace = (passkeys: object) =>
      t.projects(grace.token).updateProject({ project: "second", settings: { passkeys } });
    const forOwners = { reason: "ADMIN_FORBIDDEN", metadata: { needs: "owner" } };
    for (const rpId of ["auth.example.com", "example.org"]) {
      expect(await failureOf(asGrace({ enabled: true, rpId }))).toMatchObject(forOwners);
      expect(await failureOf(asGrace({ rpId }))).toMatchObject(forOwners);
    }
    await asGrace({ enabled: true, rpId: "localhost" });
    await asGrace({ enabled: true, rpId: "second.example.com" });
    await asGrace({ origins: { values: ["https://second.example.org"] } });
    await asGrace({ origins: { values: [] } });
    await update({ passkeys: { rpId: "auth.example.com" } }, "second");
    await asGrace({ enabled: false });
    expect(await failureOf(asGrace({ enabled: true }))).toMatchObject(forOwners);
    await update(ON, "second");
    const origins = { values: ["https://second.example.net"] };
    expect(await failureOf(asGrace({ origins }))).toMatchObject(forOwners);
    await update({ passkeys: { origins } }, "second");
    expect(await failureOf(asGrace({ origins: { values: [] } }))).toMatchObject(forOwners);
    const { checks } = await t.projects(grace.token).checkPasskeys({ project: "second" });
    expect(checks[0]?.message).toContain("auth.example.com is shared");
    expect(JSON.stringify(checks[0])).not.toMatch(/project|demo/i);
  });

  test("of two administrators who choose the same domain at once, only one gets it", async () => {
    const slugs = ["second", "third"];
    await t.addProject("Second");
    await t.addProject("Third");
    const admins = await Promise.all(slugs.map((slug) => addAdministratorOf(slug, `${slug}@example.com`)));
    for (let round = 0; round < times(5, 50); round++) {
      const passkeys = { enabled: true, rpId: `round-${round}.example.com` };
      const outcomes = await Promise.all(
        admins.map(({ token }, i) =>
          t
            .projects(token)
            .updateProject({ project: slugs[i] ?? "", settings: { passkeys } })
            .then(
              () => "saved",
              (error) => reasonOf(Promise.reject(error)),
            ),
        ),
      );
      expect(outcomes.sort()).toEqual(["ADMIN_FORBIDDEN", "saved"]);
      const domains = [await passkeysOf("second"), await passkeysOf("third")].map((of) => of?.rpId);
      expect(domains.filter((rpId) => rpId === passkeys.rpId)).toHaveLength(1);
    }
  });

  test.runIf(engine.kind === "postgres")(
    "an administrator waits for a change that is under way, and is told that the domain is taken",
    async () => {
      const { project } = await t.addProject("Second");
      await t.addProject("Third");
      const { token: ofThird } = await addAdministratorOf("third", "grace@example.com");
      const passkeys = { enabled: true, rpId: "example.org" };
      let late: Promise<{ reason: string }> | undefined;
      await transact(t.app, async (app) => {
        await updateProject(app, systemActor, project.id, { settings: { passkeys } });
        late = failureOf(t.projects(ofThird).updateProject({ project: "third", settings: { passkeys } }));
        await expect.poll(() => isSomebodyWaiting(app.db), { timeout: 60_000 }).toBe(true);
      });
      expect(await late).toMatchObject({ reason: "ADMIN_FORBIDDEN" });
    },
  );

  test("a server without a domain name has none to give", async () => {
    await t.close();
    await open("http://192.0.2.1:8080");
    expect(await failureOf(update(ON))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "settings.passkeys.rp_id" },
    });
    expect(await failureOf(update({ passkeys: { enabled: true, rpId: "192.0.2.1" } }))).toMatchObject({
      metadata: { field: "settings.passkeys.rp_id" },
    });
  });

  test("an origin in clear text is refused unless the domain is localhost", async () => {
    const origins = { values: ["http://localhost:8081"] };
    expect(
      await failureOf(update({ passkeys: { enabled: true, rpId: "example.com", origins } })),
    ).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "settings.passkeys.origins" },
    });
    await update({ passkeys: { enabled: true, rpId: "localhost", origins } });
    expect(await failureOf(update({ passkeys: { rpId: "example.com" } }))).toMatchObject({
      metadata: { field: "settings.passkeys.origins" },
    });
  });

  test("a spec turns passkeys on with the same default, and one without them leaves them alone", async () => {
    const apply = (specYaml: string, dryRun = false) =>
      t.projects(token).applyProjectSpec({ specYaml, dryRun });
    const spec = "slug: demo\nname: Demo\n";
    const planned = await apply(`${spec}settings:\n  passkeys:\n    enabled: true\n`, true);
    expect(planned.changes.map(({ path }) => path)).toContain("settings.passkeys.rp_id");
    expect((await passkeysOf())?.enabled).toBe(false);
    await apply(`${spec}settings:\n  passkeys:\n    enabled: true\n`);
    expect(await passkeysOf()).toMatchObject({ enabled: true, rpId: "auth.example.com" });
    await apply(`${spec}settings:\n  sign_up_closed: true\n`);
    expect(await passkeysOf()).toMatchObject({ enabled: true, rpId: "auth.example.com" });
    expect(
      await failureOf(apply("slug: other\nname: Other\nsettings:\n  passkeys:\n    enabled: true\n")),
    ).toMatchObject({ reason: "INVALID_REQUEST", metadata: { field: "settings.passkeys.rp_id" } });
  });

  test("apps are told the domain only while passkeys are on", async () => {
    await update(ON);
    const { project } = await t.projects(token).getProject({ project: "demo" });
    const config = () =>
      t.client(ConfigService, { "x-svc-key": project?.publishableKey ?? "" }).getProjectConfig({});
    expect(await config()).toMatchObject({
      passkeyRpId: "auth.example.com",
      providers: { passkey: { enabled: true } },
    });
    await update({ passkeys: { enabled: false } });
    expect(await config()).toMatchObject({ passkeyRpId: "", providers: { passkey: { enabled: false } } });
  });

  test("/.well-known/webauthn lists the origins outside of the server's own host, whatever host is asked for", async () => {
    expect((await file()).status).toBe(404);
    const values = [
      "https://www.auth.example.com",
      "https://example.org",
      "https://auth.example.com.evil.test",
    ];
    await update({ passkeys: { enabled: true, rpId: "auth.example.com", origins: { values } } });
    await t.addProject("Second", {
      passkeys: {
        enabled: true,
        rpId: "auth.example.com",
        origins: ["https://example.org", "https://example.net"],
      },
    });
    await t.addProject("Elsewhere", {
      passkeys: { enabled: true, rpId: "evil.test", origins: ["https://evil.example"] },
    });
    await t.addProject("Off", {
      passkeys: { enabled: false, rpId: "auth.example.com", origins: ["https://off.example"] },
    });
    expect(await file()).toEqual({
      status: 200,
      type: "application/json",
      body: { origins: ["https://example.org", "https://auth.example.com.evil.test", "https://example.net"] },
    });
  });
});
