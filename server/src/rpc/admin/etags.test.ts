import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { UserService as BackendUserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const project = "demo";
const PASSWORD = "correct horse battery";

describe.each(engines)("a change that is based on a version, on $kind", (engine) => {
  let t: TestApp;
  let demo: Project;
  let secretKey: string;
  let headers: { authorization: string };
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project: demo, secretKey } = await t.addProject("Demo"));
    headers = { authorization: `Bearer ${(await t.addAdmin()).token}` };
  });
  afterEach(() => t.close());

  const users = () => t.client(UserService, headers);
  const backend = () => t.client(BackendUserService, { "x-svc-key": secretKey });
  const themes = () => t.client(ThemeService, headers);
  const billing = () => t.client(BillingService, headers);
  const projects = () => t.projects(headers.authorization.slice("Bearer ".length));

  /** Exactly one of two changes that are based on the same version is made, and the other changes nothing. */
  const expectOneWins = async (changes: readonly Promise<unknown>[], resource: string): Promise<number> => {
    const results = await Promise.allSettled(changes);
    const lost = results.filter((result) => result.status === "rejected");
    expect(lost).toHaveLength(1);
    for (const { reason } of lost) {
      expect(await failureOf(Promise.reject(reason))).toMatchObject({
        code: "Aborted",
        reason: "ETAG_MISMATCH",
        metadata: { resource },
      });
    }
    return results.findIndex((result) => result.status === "fulfilled");
  };

  const addUser = async (): Promise<string> =>
    (await t.addUser(demo, "ada@example.com", PASSWORD)).user?.id ?? "";
  const userNow = async (userId: string) => (await users().getUser({ project, userId })).user;

  test("a user's claims are not replaced by those of a stale page", async () => {
    const userId = await addUser();
    const seen = await userNow(userId);
    const etag = seen?.etag ?? "";
    expect(etag).not.toBe("");
    await users().updateUser({ project, userId, customClaims: { role: "banned" }, etag });
    const stale = users().updateUser({ project, userId, customClaims: { role: "admin" }, etag });
    expect(await reasonOf(stale)).toBe("ETAG_MISMATCH");
    const now = await userNow(userId);
    expect(now?.customClaims).toEqual({ role: "banned" });
    expect(now?.etag).not.toBe(etag);
    await users().updateUser({ project, userId, customClaims: {}, etag: now?.etag ?? "" });
    await users().updateUser({ project, userId, customClaims: { any: "case" } });
  });

  test("of two changes at the same moment, one by a backend, one is made", async () => {
    const userId = await addUser();
    const { etag = "" } = (await userNow(userId)) ?? {};
    const winner = await expectOneWins(
      [
        users().updateUser({ project, userId, displayName: "Ada A", etag }),
        backend().updateUser({ userId, customClaims: { role: "b" }, etag }),
      ],
      "user",
    );
    const now = await userNow(userId);
    expect([now?.displayName, now?.customClaims]).toEqual(winner === 0 ? ["Ada A", {}] : ["", { role: "b" }]);
  });

  test("the user's own change of the profile counts, a sign-in and another password do not", async () => {
    const userId = await addUser();
    const first = (await userNow(userId))?.etag;
    await users().updateUser({ project, userId, password: "another correct horse" });
    t.advance(1000);
    const signedIn = await t
      .auth(demo)
      .signIn({ email: "ada@example.com", password: "another correct horse" });
    expect((await userNow(userId))?.etag).toBe(first);
    await t.auth(demo, signedIn.accessToken).updateMe({ displayName: "Ada" });
    expect((await userNow(userId))?.etag).not.toBe(first);
  });

  test("a refused change of the address leaves links, sessions and mails alone", async () => {
    const userId = await addUser();
    await t.deliverMail();
    const before = t.mails.length;
    const change = { project, userId, email: "new@example.com", password: "another correct horse" };
    expect(await reasonOf(users().updateUser({ ...change, etag: "stale" }))).toBe("ETAG_MISMATCH");
    await t.deliverMail();
    expect(t.mails).toHaveLength(before);
    expect((await userNow(userId))?.sessions).toHaveLength(1);
    expect((await userNow(userId))?.email).toBe("ada@example.com");
  });

  test("the theme: saved, changed in parts, reset and restored only on the version that was seen", async () => {
    const first = (await themes().getTheme({ project })).revision?.etag ?? "";
    await expectOneWins(
      [
        themes().updateTheme({ project, theme: { supportEmail: "help@example.com" }, etag: first }),
        themes().updateTheme({ project, changes: { termsUrl: "https://example.com/terms" }, etag: first }),
      ],
      "theme",
    );
    const { revisions } = await themes().listThemeRevisions({ project });
    const [inUse, before] = revisions;
    const revisionId = before?.id ?? "";
    expect(before?.etag).toBe(first);
    expect(await reasonOf(themes().resetTheme({ project, etag: first }))).toBe("ETAG_MISMATCH");
    const restore = (etag: string) => themes().restoreThemeRevision({ project, revisionId, etag });
    expect(await reasonOf(restore(first))).toBe("ETAG_MISMATCH");
    expect((await themes().getTheme({ project })).revision?.id).toBe(inUse?.id);
    const restored = await restore(inUse?.etag ?? "");
    expect(restored.revision?.etag).toBe(first); // the same content is the same version
    await themes().resetTheme({ project, etag: first });
  });

  test("settings and billing have versions of their own, and secrets count", async () => {
    const { etag = "" } = (await projects().getProject({ project })).project ?? {};
    const billingEtag = (await billing().getBillingSettings({ project })).etag;
    await expectOneWins(
      [
        projects().updateProject({ project, name: "One", etag }),
        projects().updateProject({ project, settings: { timezone: "Europe/Berlin" }, etag }),
      ],
      "project",
    );
    t.advance(1000);
    const entitlements = { values: [{ id: "pro", name: "Pro" }] };
    const saved = await billing().updateBillingSettings({
      ...{ project, settings: { entitlements }, etag: billingEtag },
    });
    expect(saved.etag).not.toBe(billingEtag);
    const now = (await projects().getProject({ project })).project?.etag ?? "";
    const google = { webClientSecret: "a-secret" };
    const { project: after } = await projects().updateProject({ project, settings: { google }, etag: now });
    expect(after?.etag).not.toBe(now);
    expect((await billing().getBillingSettings({ project })).etag).toBe(saved.etag);
  });

  test("the catalog is not replaced by a stale one, nor by a stale plan", async () => {
    const settings = { entitlements: { values: [{ id: "pro", name: "Pro" }] } };
    const plan = await billing().planBillingSettings({ project, settings, withoutUrls: true });
    expect(plan.etag).toBe((await billing().getBillingSettings({ project })).etag);
    const other = { entitlements: { values: [{ id: "team", name: "Team" }] } };
    await expectOneWins(
      [
        billing().updateBillingSettings({ project, settings, etag: plan.etag }),
        billing().updateBillingSettings({ project, settings: other, etag: plan.etag }),
      ],
      "billing_settings",
    );
  });

  test("a spec is applied only to the state for which it was planned", async () => {
    const { specYaml, etag } = await projects().getProjectSpec({ project });
    const spec = specYaml.replace("name: Demo", "name: Renamed");
    const plan = await projects().applyProjectSpec({ specYaml: spec, dryRun: true, etag });
    expect(plan.etag).toBe(etag);
    await themes().updateTheme({ project, theme: { footerText: "Meanwhile" } });
    const apply = (input: { specYaml: string; etag?: string; dryRun?: boolean }) =>
      reasonOf(projects().applyProjectSpec(input));
    expect(await apply({ specYaml: spec, etag })).toBe("ETAG_MISMATCH");
    expect(await apply({ specYaml: spec, etag, dryRun: true })).toBe("ETAG_MISMATCH");
    expect(await apply({ specYaml: `etag: ${JSON.stringify(etag)}\n${spec}` })).toBe("ETAG_MISMATCH");
    const fresh = await projects().getProjectSpec({ project });
    const done = await projects().applyProjectSpec({
      specYaml: `etag: ${JSON.stringify(fresh.etag)}\n${fresh.specYaml.replace("name: Demo", "name: Renamed")}`,
    });
    expect(done.project?.name).toBe("Renamed");
    expect(done.etag).toBe((await projects().getProjectSpec({ project })).etag);
  });

  test("a plan to create a project does not change one that was created meanwhile", async () => {
    const specYaml = "name: Other\nslug: other\n";
    const { etag } = await projects().applyProjectSpec({ specYaml, dryRun: true });
    await projects().createProject({ name: "Other", slug: "other" });
    expect(await reasonOf(projects().applyProjectSpec({ specYaml, etag }))).toBe("ETAG_MISMATCH");
    await projects().deleteProject({ project: "other" });
    const created = await projects().applyProjectSpec({ specYaml, etag });
    expect(created).toMatchObject({ created: true });
    expect(created.etag).toBe((await projects().getProjectSpec({ project: "other" })).etag);
    await projects().deleteProject({ project: "other" });
    expect(await reasonOf(projects().applyProjectSpec({ specYaml, etag: created.etag }))).toBe(
      "ETAG_MISMATCH",
    );
  });

  test("an etag of another project does not match", async () => {
    await t.addProject("Other");
    const other = (await projects().getProject({ project: "other" })).project?.etag ?? "";
    expect(await reasonOf(projects().updateProject({ project, name: "X", etag: other }))).toBe(
      "ETAG_MISMATCH",
    );
  });
});
