import type { Client } from "@connectrpc/connect";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Project } from "../../server/src/domain/projects/project.ts";
import { engines } from "../../server/src/testing/engines.ts";
import { OAuthBench } from "../../server/src/testing/oauth.ts";
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
  project = await b.addProject();
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

test("every command of these was run with --json", () => {
  expect(shapes.missing(userAccessRows)).toEqual([]);
});
