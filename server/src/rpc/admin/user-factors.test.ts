import type { Client } from "@connectrpc/connect";
import { UserService as AdminUsers } from "@svc/proto/svc/admin/v1/users_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import type { Project } from "../../domain/projects/project.ts";
import { regenerateSecretKey } from "../../domain/projects/regenerate-secret-key.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { deleteProjectRows } from "../../storage/project-rows.ts";
import { engines } from "../../testing/engines.ts";
import { challengeOf, enrollTotp, mfaClient, mfaPolicy, shownCode } from "../../testing/factors.ts";
import { type PasskeyDevice, passkeyDevice, signedUp, withPasskeys } from "../../testing/passkeys.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "a long enough password";
const ADA = "ada@example.com";

describe.each(engines)("Factors of a user who lost the phone, on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let admin: Client<typeof AdminUsers>;
  let backend: Client<typeof UserService>;
  let phone: PasskeyDevice;
  let own: TokenResponse;
  let secret: Buffer;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project } = await t.addProject("Demo", { ...mfaPolicy("optional"), ...withPasskeys }));
    const { token } = await t.addAdmin();
    admin = t.client(AdminUsers, { authorization: `Bearer ${token}` });
    const { secretKey } = await regenerateSecretKey(t.app, systemActor, project.id);
    backend = t.client(UserService, { "x-svc-key": secretKey });
    own = await t.addUser(project, ADA, PASSWORD);
    await backend.updateUser({ userId: userId(), emailVerified: true });
    phone = passkeyDevice(t, project);
    ({ secret } = await enrollTotp(t, project, own.accessToken));
    own = await phone.link(own.accessToken);
  });
  afterEach(() => t.close());

  const userId = () => own.user?.id ?? "";
  const ways: Record<string, { get: () => Promise<unknown>; reset: (id?: string) => Promise<unknown> }> = {
    "an administrator": {
      get: () => admin.getUserFactors({ project: "demo", userId: userId() }),
      reset: (id = userId()) => admin.resetUserFactors({ project: "demo", userId: id }),
    },
    "a backend": {
      get: () => backend.getUserFactors({ userId: userId() }),
      reset: (id = userId()) => backend.resetUserFactors({ userId: id }),
    },
  };
  const kinds = async () => {
    const query = t.app.db
      .selectFrom("events")
      .select(["kind", "actor"])
      .where("kind", "like", "%factors_reset");
    return (await query.orderBy("id").execute()).map(({ kind, actor }) => `${kind} ${actor.split(":")[0]}`);
  };
  const rows = async (table: "totpFactors" | "recoveryCodes" | "factorFailures" | "passkeys") =>
    (await t.app.db.selectFrom(table).selectAll().execute()).length;

  test.each(Object.keys(ways))("%s sees them, and resets them", async (who) => {
    const { get, reset } = ways[who] ?? expect.fail("unknown");
    expect(await get()).toMatchObject({
      factors: { recoveryCodesLeft: 10, passkeys: 1, required: true, totpEnrolledAt: expect.anything() },
    });
    const { token: mfaToken } = await challengeOf(t.auth(project).signIn({ email: ADA, password: PASSWORD }));
    const wrong = { case: "totpCode", value: "000000" } as const;
    expect(await reasonOf(mfaClient(t, project).completeSignIn({ mfaToken, proof: wrong }))).toBe(
      "MFA_CODE_INVALID",
    );
    await t.deliverMail();
    const before = t.mails.length;
    const left = { recoveryCodesLeft: 0, passkeys: 0, required: false };
    expect(await reset()).toMatchObject({ factors: left });
    expect(await get()).toMatchObject({ factors: left });
    for (const table of ["totpFactors", "recoveryCodes", "factorFailures", "passkeys"] as const) {
      expect(await rows(table)).toBe(0);
    }
    expect(await reasonOf(t.auth(project, own.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    t.advance(60_000);
    const proof = { case: "totpCode", value: shownCode(t, secret) } as const;
    expect(await reasonOf(mfaClient(t, project).completeSignIn({ mfaToken, proof }))).toBe(
      "MFA_CHALLENGE_INVALID",
    );
    expect(await reasonOf(phone.signIn())).toBe("PASSKEY_INVALID");
    await t.auth(project).signIn({ email: ADA, password: PASSWORD });
    await t.deliverMail();
    expect(t.mails.slice(before).map(({ to }) => to)).toEqual([ADA]);
    expect(t.mails.map(({ text }) => text).join()).toContain("were removed by its support");
    expect(await kinds()).toEqual(
      who === "a backend"
        ? ["user.factors_reset backend"]
        : ["user.factors_reset admin", "admin.user_factors_reset admin"],
    );
  });

  test("a passkey that is the only way in stays", async () => {
    const only = passkeyDevice(t, project);
    const bob = await signedUp(only, { email: "bob@example.com" });
    const { factors } = await backend.resetUserFactors({ userId: bob.user?.id ?? "" });
    expect(factors).toMatchObject({ passkeys: 1 });
    expect(await reasonOf(t.auth(project, bob.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    await only.signIn();
  });

  test("go with the project, where they are used or not", async () => {
    const { token: mfaToken } = await challengeOf(t.auth(project).signIn({ email: ADA, password: PASSWORD }));
    expect(mfaToken).not.toBe("");
    await updateProject(t.app, systemActor, project.id, { settings: mfaPolicy("off") });
    const tables = ["totpFactors", "recoveryCodes", "mfaChallenges"] as const;
    const counts = async () => {
      const found: number[] = [];
      for (const table of tables) found.push((await t.app.db.selectFrom(table).selectAll().execute()).length);
      return found;
    };
    expect(await counts()).toEqual([1, 10, 2]); // the enrollment, and a sign-in
    await deleteProjectRows(t.app.db, project.id, 1000, t.app.clock());
    expect(await counts()).toEqual([0, 0, 0]);
  });

  test("of a user elsewhere, or of nobody, there are none", async () => {
    const other = await t.addProject("Other");
    const eve = await t.addUser(other.project, "eve@example.com", PASSWORD);
    const eveId = eve.user?.id ?? "";
    expect(await reasonOf(ways["a backend"]?.reset(eveId) ?? Promise.resolve())).toBe("WRONG_PROJECT");
    expect(await reasonOf(ways["an administrator"]?.reset(eveId) ?? Promise.resolve())).toBe("NOT_FOUND");
    expect(await reasonOf(backend.getUserFactors({ userId: "nobody" }))).toBe("NOT_FOUND");
  });
});
