import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newUser } from "../../src/domain/accounts/new-user.ts";
import {
  createPersonalAccessToken,
  revokePersonalAccessToken,
} from "../../src/domain/admins/personal-access-tokens.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import { admit } from "../../src/domain/sessions/admit.ts";
import { tokenPair } from "../../src/domain/sessions/token-pair.ts";
import { previewPage } from "../../src/pages/preview.ts";
import { routeTable } from "../../src/rpc/router.ts";
import { insertUser, updateUser } from "../../src/storage/users.ts";
import { engines } from "../../src/testing/engines.ts";
import { TestApp } from "../../src/testing/test-app.ts";
import { guardReasons } from "./guard-reasons.ts";
import { type Credential, callers, credentials, refusals } from "./table.ts";

type Headers = Record<string, string>;

const AT_ONCE = 16;

/** With these, every method that refuses them is watched: none of them needs a row that is made for it. */
const watched: ReadonlySet<Credential> = new Set(["nothing", "junk key", "pk", "sk", "revoked PAT"]);

describe.each(engines)("Every method with every credential on $kind", (engine) => {
  let t: TestApp;
  let methods: string[];
  let bring: Wardrobe["bring"];
  let discard: Wardrobe["discard"];
  beforeAll(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    methods = [...routeTable(t.app, () => true, previewPage).routes.keys()].map((path) => path.slice(1));
    ({ bring, discard } = await wardrobe(t));
  });
  afterAll(() => t.close());

  test("every method of the contract has a decision, and no decision is left over", () => {
    expect(methods.toSorted()).toEqual(Object.keys(callers).toSorted());
  });

  type Cell = { method: string; credential: Credential };

  const cells = (): Cell[] =>
    methods.flatMap((method) => credentials.map((credential) => ({ method, credential })));
  const expectedOf = ({ method, credential }: Cell) => refusals[callers[method] ?? "anyone"][credential];
  const isRefused = (cell: Cell): boolean => expectedOf(cell) !== undefined;

  /** What is wrong about the answer to this call. */
  async function wrongAbout(cell: Cell): Promise<string[]> {
    const { method, credential } = cell;
    const expected = expectedOf(cell);
    const got = await reasonFor(t, method, await bring(credential));
    if (!guardReasons.has(got)) discard(credential); // who was let in may have used it up
    const isRight = expected === undefined ? !isGuardReason(method, got) : got === expected;
    return isRight ? [] : [`${method} with ${credential}: ${got}, not ${expected ?? "let in"}`];
  }

  type Watched = { wrong: string[][]; before: unknown[]; after: unknown[] };
  let tried: Promise<Watched> | undefined;

  /** Once, for both tests. */
  async function tryWatched(): Promise<Watched> {
    const before = await rows(t);
    const refused = cells().filter((cell) => watched.has(cell.credential) && isRefused(cell));
    const wrong = await eachOf(refused, AT_ONCE, wrongAbout);
    return { wrong, before, after: await rows(t) };
  }

  test("a refused call never runs: no method changes a row without its credential", async () => {
    tried ??= tryWatched();
    const { before, after } = await tried;
    expect(after).toEqual(before);
  });

  test("each is let in or refused as the table says", { timeout: 300_000 }, async () => {
    tried ??= tryWatched();
    const { wrong } = await tried;
    const others = cells().filter((cell) => !(watched.has(cell.credential) && isRefused(cell)));
    // Many at once, because a refused call changes nothing. Who is let in may sign others out: one after the other.
    const refused = await eachOf(others.filter(isRefused), AT_ONCE, wrongAbout);
    const admitted = others.filter((cell) => !isRefused(cell));
    const all = [...wrong, ...refused, ...(await eachOf(admitted, 1, wrongAbout))];
    expect(all.flat()).toEqual([]);
    expect(all).toHaveLength(methods.length * credentials.length);
  });
});

/** Does the work for each, so many of them at once, and returns the results in the order in which they came. */
async function eachOf<T, R>(all: readonly T[], atOnce: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = all.values();
  const lane = async (): Promise<void> => {
    for (const one of waiting) results.push(await work(one));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}

/**
 * SignOut looks itself for a session to end and says why there is none; Login, CompleteLogin and Logout, which
 * need no credential, refuse browsers at another site.
 */
function isGuardReason(method: string, reason: string): boolean {
  const looksItself =
    callers[method] === "user if any" && /^(ACCESS_TOKEN_INVALID|WRONG_PROJECT)$/.test(reason);
  const refusesOtherSites =
    /^svc\.admin\.v1\.(Session|AdminFactor)Service\//.test(method) && reason === "CSRF_REJECTED";
  return guardReasons.has(reason) && !looksItself && !refusesOtherSites;
}

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

async function reasonFor(t: TestApp, method: string, headers: Headers): Promise<string> {
  const all = { "content-type": "application/json", ...headers };
  const call = request(`${t.url}/${method}`, { agent, method: "POST", headers: all });
  call.end("{}");
  const [answer]: [IncomingMessage] = (await once(call, "response")) as never;
  if (answer.statusCode === 200) {
    answer.resume();
    return "OK";
  }
  const { details } = (await json(answer)) as { details?: { debug?: { reason?: string } }[] };
  return details?.[0]?.debug?.reason ?? "no reason";
}

type Wardrobe = {
  /** The same as last time, unless that was discarded. */
  bring: (credential: Credential) => Promise<Headers>;
  discard: (credential: Credential) => void;
};

async function wardrobe(t: TestApp): Promise<Wardrobe> {
  const { project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true });
  const { project: other, secretKey: otherSecret } = await t.addProject("Other", {
    allowAnonymousSignIn: true,
  });
  const { project: rekeyed, secretKey: replaced } = await t.addProject("Rekeyed");
  const { token, adminId } = await t.addAdmin();
  await t.projects(token).regenerateSecretKey({ project: rekeyed.slug });
  const expired = await createPersonalAccessToken(
    t.app,
    { id: adminId },
    { name: "short", expiresInDays: 1 },
  );
  const expiredCookie = await t.login();
  const old = await t.auth(project).signInAnonymously({});
  t.advance(86_400_000);
  const revoked = await createPersonalAccessToken(t.app, { id: adminId }, { name: "gone", expiresInDays: 0 });
  await revokePersonalAccessToken(t.app, { id: adminId }, revoked.row.id);

  const key = (value: string): Headers => ({ "x-svc-key": value });
  const bearer = (value: string): Headers => ({ authorization: `Bearer ${value}` });
  const pk = key(project.publishableKey);
  const guest = (of: Project = project) => t.auth(of).signInAnonymously({});
  const clothes: Record<Credential, () => Promise<Headers> | Headers> = {
    nothing: () => ({}),
    "junk key": () => key("junk"),
    pk: () => pk,
    "pk of another project": () => key(other.publishableKey),
    sk: () => key(secretKey),
    "sk of another project": () => key(otherSecret),
    "sk that was replaced": () => key(replaced),
    "pk and user": async () => ({ ...pk, ...bearer(await permanentUser(t, project)) }),
    "pk and guest": async () => ({ ...pk, ...bearer((await guest()).accessToken) }),
    "pk and user of another project": async () => ({ ...pk, ...bearer((await guest(other)).accessToken) }),
    "pk and expired user token": () => ({ ...pk, ...bearer(old.accessToken) }),
    "pk and disabled user": async () => {
      const { accessToken, user } = await guest();
      await updateUser(t.app.db, project.id, user?.id ?? "", { disabledAt: 1 });
      return { ...pk, ...bearer(accessToken) };
    },
    "pk and signed-out user": async () => {
      const { accessToken, refreshToken } = await guest();
      await t.auth(project).signOut({ refreshToken });
      return { ...pk, ...bearer(accessToken) };
    },
    "pk and refresh token as Bearer": () => ({ ...pk, ...bearer(old.refreshToken) }),
    "pk and junk Bearer": () => ({ ...pk, ...bearer("junk") }),
    "sk and user": async () => ({ ...key(secretKey), ...bearer((await guest()).accessToken) }),
    "user token alone": async () => bearer((await guest()).accessToken),
    "admin cookie": async () => ({ cookie: await t.login(), "sec-fetch-site": "same-origin" }),
    "admin cookie from another site": async () => ({
      cookie: await t.login(),
      "sec-fetch-site": "cross-site",
      origin: "https://evil.example",
    }),
    "admin cookie without proof": async () => ({ cookie: await t.login() }),
    "expired admin cookie": () => ({ cookie: expiredCookie, "sec-fetch-site": "same-origin" }),
    PAT: () => bearer(token),
    "expired PAT": () => bearer(expired.token),
    "revoked PAT": () => bearer(revoked.token),
    "PAT and pk": () => ({ ...pk, ...bearer(token) }),
    "pk as Bearer": () => bearer(project.publishableKey),
    "sk as Bearer": () => bearer(secretKey),
  };
  const brought = new Map<Credential, Promise<Headers>>();
  return {
    bring(credential) {
      const headers = brought.get(credential) ?? Promise.resolve(clothes[credential]());
      brought.set(credential, headers);
      return headers;
    },
    discard: (credential) => void brought.delete(credential),
  };
}

/** Without a password, which would cost a hash each time. */
async function permanentUser(t: TestApp, project: Project): Promise<string> {
  const user = newUser(t.app, project, { email: `${t.app.newId()}@example.com` });
  await insertUser(t.app.db, user);
  const proven = { method: "password", isNew: true } as const;
  const admission = await admit(t.app, project, user, proven, { ip: "", userAgent: "" });
  if (admission.kind !== "admitted") throw new Error(admission.kind);
  return (await tokenPair(t.app, project, user, admission.opened)).accessToken;
}

const WATCHED = [
  "projects",
  "users",
  "sessions",
  "refreshTokens",
  "events",
  "outbox",
  "admins",
  "adminSessions",
] as const;

async function rows(t: TestApp): Promise<unknown[]> {
  return Promise.all(WATCHED.map((table) => t.app.db.selectFrom(table).selectAll().execute()));
}
