import type { Client } from "@connectrpc/connect";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { systemActor } from "../../server/src/domain/analytics/record-event.ts";
import type { Project } from "../../server/src/domain/projects/project.ts";
import { updateProject } from "../../server/src/domain/projects/update-project.ts";
import { engines } from "../../server/src/testing/engines.ts";
import { enrollTotp } from "../../server/src/testing/factors.ts";
import { OAuthBench } from "../../server/src/testing/oauth.ts";
import { passkeyDevice, RP_ID, signedUp, withPasskeys } from "../../server/src/testing/passkeys.ts";
import { ShapeCheck } from "../../server/test/shape-check.ts";
import { userAccessRows } from "../src/remote/user-access-rows.ts";
import { AppCli } from "./app-cli.ts";

vi.setConfig({ testTimeout: 300_000 }); // a few programs each

const PASSWORD = "correct horse battery";
const shapes = new ShapeCheck();
const demo = ["--project", "demo"];

let b: OAuthBench;
let cli: AppCli;
let project: Project;
let users: Client<typeof UserService>;
beforeAll(async () => {
  b = await OAuthBench.open(engines[0] ?? expect.fail());
  project = await b.addProject(withPasskeys);
  const { token } = await b.t.addAdmin();
  cli = new AppCli(b.t, token);
  users = b.t.client(UserService, { authorization: `Bearer ${token}` });
});
afterAll(async () => {
  cli.close();
  await b.close();
});

const json = (...args: string[]) => shapes.json(cli, ...args, ...demo);
const failure = (...args: string[]) => cli.failure([...args, ...demo]);
const signUp = async (email: string) => {
  const tokens = await b.t.addUser(project, email, PASSWORD);
  return { ...tokens, id: tokens.user?.id ?? "" };
};
const sessionsOf = async (userId: string) =>
  (await users.getUser({ project: "demo", userId })).user?.sessions.map(({ id }) => id) ?? [];

describe("user reset-password", () => {
  test("mails a link to set a new password, and ends no session", async () => {
    const { id } = await signUp("reset@example.com");
    const { code, stderr } = await cli.run(["user", "reset-password", "reset@example.com", ...demo]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "emailed user reset@example.com a link to set a new password\n",
    });
    expect(await json("user", "reset-password", id)).toEqual({ userId: id, sent: true });
    await b.t.deliverMail();
    const links = b.t.mails.filter(({ to, text }) => to === "reset@example.com" && text.includes("/reset"));
    expect(links.length).toBeGreaterThan(0);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test("says who cannot get one", async () => {
    const guest = await b.t.auth(project).signInAnonymously({});
    expect(await failure("user", "reset-password", guest.user?.id ?? "")).toMatchObject({
      code: 2,
      message: "user_id names a user without an email address",
    });
    expect(await failure("user", "reset-password", "nobody@example.com")).toMatchObject({ code: 3 });
  });
});

describe("user verify-email", () => {
  test("mails a link that verifies the address", async () => {
    const { id } = await signUp("unverified@example.com");
    const { code, stderr } = await cli.run(["user", "verify-email", "unverified@example.com", ...demo]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "emailed user unverified@example.com a link to verify the address\n",
    });
    expect(await json("user", "verify-email", id)).toEqual({ userId: id, sent: true });
    await b.t.deliverMail();
    const link = b.t.mails.findLast(
      ({ to, text }) => to === "unverified@example.com" && text.includes("/verify"),
    );
    await b.t.auth(project).confirmEmailVerification({ token: link?.token ?? "" });
    const { user } = await users.getUser({ project: "demo", userId: id });
    expect(user?.emailVerified).toBe(true);
  });

  test("says who cannot get one", async () => {
    const guest = await b.t.auth(project).signInAnonymously({});
    expect(await failure("user", "verify-email", guest.user?.id ?? "")).toMatchObject({
      code: 2,
      message: "user_id names a user without an email address",
    });
    const verified = { project: "demo", email: "verified@example.com", emailVerified: true };
    await users.createUser(verified);
    expect(await failure("user", "verify-email", verified.email)).toMatchObject({
      code: 2,
      message: "user_id names a user whose address is verified",
    });
  });
});

describe("user sessions", () => {
  test("list shows every session, end ends one of them and says when it had ended before", async () => {
    const { id } = await signUp("two@example.com");
    await b.t.auth(project).signIn({ email: "two@example.com", password: PASSWORD });
    const hostile = { userAgent: "Fire\u001b[31mfox\nforged\t\u202eline" };
    await b.t.app.db.updateTable("sessions").set(hostile).where("userId", "=", id).execute();
    const { sessions } = await json("user", "sessions", "list", "two@example.com");
    const [last, first] = sessions as { id: string; device: string }[];
    expect(last).toMatchObject({ method: "password", ip: "127.0.0.1" });
    const lines = (await cli.text("user", "sessions", "list", id, ...demo)).split("\n");
    expect(lines.map((line) => line.split("\t")[0])).toEqual([last?.id, first?.id]);
    expect(lines[0]?.split("\t").at(-1)).toBe("Fire [31mfox forged  line");

    const end = ["user", "sessions", "end", "two@example.com", String(first?.id)];
    expect(await failure(...end)).toMatchObject({ code: 2, hint: "pass --yes to skip the confirmation" });
    expect(await sessionsOf(id)).toHaveLength(2);
    const { stderr } = await cli.run([...end, "--yes", ...demo]);
    expect(stderr).toBe(`ended session ${first?.id}\n`);
    expect(await sessionsOf(id)).toEqual([last?.id]);
    expect(await json(...end, "--yes")).toEqual({ revoked: false });
  });

  test("end refuses a session of somebody else and leaves it open", async () => {
    await signUp("one@example.com");
    const other = await signUp("other@example.com");
    const [session = ""] = await sessionsOf(other.id);
    expect(await failure("user", "sessions", "end", "one@example.com", session, "--yes")).toEqual({
      code: 3,
      message: `user one@example.com has no session "${session}"`,
      hint: "svc user sessions list one@example.com --project demo shows the ids",
    });
    expect(await sessionsOf(other.id)).toEqual([session]);
  });

  test("list says when there is none, and revoke ends all", async () => {
    const { id } = await signUp("none@example.com");
    expect(await json("user", "sessions", "revoke", id, "--yes")).toEqual({ revokedSessions: 1 });
    const { stdout, stderr } = await cli.run(["user", "sessions", "list", "none@example.com", ...demo]);
    expect({ stdout, stderr }).toEqual({
      stdout: "",
      stderr: "user none@example.com has no active sessions\n",
    });
  });
});

describe("user identities unlink", () => {
  test("asks on a terminal, and does nothing unless the answer is yes", async () => {
    const { id, accessToken } = await signUp("asked@example.com");
    await b.link(project, accessToken, "google", "asked");
    const question = "Unlink the google account of asked@example.com? The sessions it opened end.";
    const unlink = ["user", "identities", "unlink", "asked@example.com", "google", ...demo];
    const refused = cli.onTerminal(...unlink);
    await refused.answer(question, "n\n");
    expect(await refused.finished).toMatchObject({
      code: 2,
      shown: expect.stringContaining("not confirmed; nothing was changed"),
    });
    const identities = async () => (await users.getUser({ project: "demo", userId: id })).user?.identities;
    expect(await identities()).toHaveLength(1);
    const agreed = cli.onTerminal(...unlink);
    await agreed.answer(question, "y\n");
    expect((await agreed.finished).code).toBe(0);
    expect(await identities()).toEqual([]);
  });

  test("leaves the last way in, and says what is not there", async () => {
    const only = await b.signIn(project, "google", "only");
    const id = only.user?.id ?? "";
    await b.link(project, only.accessToken, "apple", "only");
    const unlink = (provider: string) => ["user", "identities", "unlink", id, provider, "--yes"];
    const { user } = await json(...unlink("google"));
    expect(user).toMatchObject({ id, identities: [{ provider: "OAUTH_PROVIDER_APPLE" }] });
    expect(await failure(...unlink("google"))).toEqual({
      code: 3,
      message: `user ${id} has no google account`,
      hint: `svc user get ${id} --project demo shows the accounts`,
    });
    expect(await failure(...unlink("apple"))).toEqual({
      code: 6,
      message: `this is the only sign-in method of user ${id}`,
      hint: `set a password first: svc user set ${id} --project demo --password -`,
    });
    await signUp("password@example.com");
    expect(await failure("user", "identities", "unlink", "password@example.com", "google", "--yes")).toEqual({
      code: 3,
      message: "user password@example.com has no google account",
      hint: "svc user get password@example.com --project demo shows the accounts",
    });
    expect((await failure(...unlink("facebook"))).code).toBe(2);
  });
});

describe("user passkeys", () => {
  test("lists the passkeys of a user, and says when there is none", async () => {
    const { id, accessToken } = await signUp("keys@example.com");
    const list = ["user", "passkeys", "list", "keys@example.com"];
    expect((await cli.run([...list, ...demo])).stderr).toBe("user keys@example.com has no passkeys\n");
    await passkeyDevice(b.t, project).link(accessToken, {}, { passkeyName: "Ada's phone" });
    const { passkeys } = await json("user", "passkeys", "list", id);
    expect(passkeys).toMatchObject([{ name: "Ada's phone", rpId: RP_ID }]);
    const { stdout } = await cli.run([...list, ...demo]);
    expect(stdout).toMatch(/^[0-9a-f-]{36}\tAda's phone\texample\.com\t(yes|no)\t2030-\S+Z\tnever\n$/);
  });

  test("removes one after asking, and leaves the last way in", async () => {
    const { accessToken } = await signUp("remove@example.com");
    const phone = passkeyDevice(b.t, project);
    await phone.link(accessToken);
    const { passkeys } = await json("user", "passkeys", "list", "remove@example.com");
    const id = (passkeys as { id: string }[])[0]?.id ?? "";
    const remove = ["user", "passkeys", "remove", "remove@example.com", id];
    const question = `Remove the passkey ${id} of remove@example.com? The sessions it opened end.`;
    const refused = cli.onTerminal(...remove, ...demo);
    await refused.answer(question, "n\n");
    expect((await refused.finished).code).toBe(2);
    expect(await json(...remove, "--yes")).toEqual({});
    expect(await failure(...remove, "--yes")).toEqual({
      code: 3,
      message: `user remove@example.com has no passkey "${id}"`,
      hint: "svc user passkeys list remove@example.com --project demo shows the ids",
    });
    const { user } = await signedUp(passkeyDevice(b.t, project));
    const only = (await users.listUserPasskeys({ project: "demo", userId: user?.id ?? "" })).passkeys[0]?.id;
    expect(await failure("user", "passkeys", "remove", user?.id ?? "", only ?? "", "--yes")).toMatchObject({
      code: 6,
      message: `this is the only sign-in method of user ${user?.id}`,
    });
  });
});

describe("user factors", () => {
  const mfa = { policy: "optional" as const, claim: "", claimValues: [] };

  test("shows the second factors of a user", async () => {
    const { id, accessToken } = await signUp("factors@example.com");
    const show = ["user", "factors", "show", "factors@example.com"];
    expect(await cli.text(...show, ...demo)).toBe(
      "authenticator app\tnone\nrecovery codes left\t0\npasskeys\t0\nneeded to sign in\tno",
    );
    await updateProject(b.t.app, systemActor, project.id, { settings: { mfa } });
    await enrollTotp(b.t, project, accessToken);
    expect(await json("user", "factors", "show", id)).toMatchObject({
      factors: { totpEnrolledAt: expect.any(String), recoveryCodesLeft: 10, required: true },
    });
    expect(await cli.text(...show, ...demo)).toMatch(
      /^authenticator app\tenrolled 2030-\S+Z\nlast code used\tnever\nrecovery codes left\t10\npasskeys\t0\nneeded to sign in\tyes$/,
    );
  });

  test("resets them after asking, and leaves passkeys that are the only way in", async () => {
    const { id, accessToken } = await signUp("lost@example.com");
    await enrollTotp(b.t, project, accessToken);
    const reset = ["user", "factors", "reset", "lost@example.com"];
    expect(await failure(...reset)).toMatchObject({ code: 2, hint: "pass --yes to skip the confirmation" });
    const refused = cli.onTerminal(...reset, ...demo);
    await refused.answer("Reset the second factors of lost@example.com? First verify who is asking.", "n\n");
    expect((await refused.finished).code).toBe(2);
    expect(await sessionsOf(id)).toHaveLength(1);
    expect((await cli.run([...reset, "--yes", ...demo])).stderr).toBe(
      "reset the second factors of lost@example.com; all their sessions have ended\n",
    );
    expect(await sessionsOf(id)).toEqual([]);
    expect(await json(...reset, "--yes")).toMatchObject({ factors: { recoveryCodesLeft: 0, passkeys: 0 } });

    const { user } = await signedUp(passkeyDevice(b.t, project));
    const { stderr } = await cli.run(["user", "factors", "reset", user?.id ?? "", "--yes", ...demo]);
    expect(stderr).toContain("the passkeys stay, because they are the only way to sign in: 1\n");
    expect(await failure("user", "factors", "reset", "nobody@example.com", "--yes")).toMatchObject({
      code: 3,
      message: 'project demo has no user "nobody@example.com"',
    });
  });
});

test("every command of these was run with --json", () => {
  const rows = userAccessRows.filter(({ usage }) => !usage.startsWith("user bounce ")); // cli-mail-list.test.ts
  expect(shapes.missing(rows)).toEqual([]);
});
