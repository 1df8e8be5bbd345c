import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { createUuidV7 } from "../src/crypto/uuid-v7.ts";
import { markActive } from "../src/domain/analytics/mark-active.ts";
import type { Project } from "../src/domain/projects/project.ts";
import type { EventRow } from "../src/storage/db.ts";
import { insertEvents } from "../src/storage/events.ts";
import { transact } from "../src/storage/transact.ts";
import { android, iphone, pushOf } from "../src/testing/push.ts";
import type { TestApp } from "../src/testing/test-app.ts";
import { grant, openShop, sell } from "./console-demo-shop.ts";

const HOUR = 3_600_000;
const FIRST =
  "Amara Ben Chiara Dmitri Elif Freya Gustavo Hana Ines Jonas Kavya Liam Mei Noor Otto Priya Quinn Rosa Sven Tomoko".split(
    " ",
  );
const LAST =
  "Okafor Lindqvist Romano Petrov Yilmaz Hansen Silva Sato Moreau Weber Iyer Walsh Chen Haddad Keller Nair".split(
    " ",
  );
/** Nobody signs in with it: `bcrypt` of nothing in particular. */
const HASH = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
const AGENTS = [
  "Fernweh/3.2 (iPhone; iOS 19.1)",
  "Fernweh/3.2 (Pixel 12; Android 17)",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_2) Safari/619.1",
];

type Member = { id: string; email: string; method: string };

/** Always the same numbers, so that two runs make the same pictures. */
function dice(): () => number {
  let state = 42;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/**
 * A travel app that is some weeks old: members who come back, guests, a few failures. Its past is written
 * as the server would have, without hashing a password for each sign-in; the last hour really happens.
 */
export async function seedDemo(
  t: TestApp,
  token: string,
  days = 75,
): Promise<{ project: Project; userId: string }> {
  const roll = dice();
  const { project } = await t.addProject("Fernweh", {
    timezone: "Europe/Berlin",
    allowAnonymousSignIn: true,
    guestRetentionDays: 90,
    redirectSchemes: ["com.fernweh.app"],
    redirectOrigins: ["https://app.fernweh.example"],
  });
  await t.addProject("Fernweh Staging");
  await t.addProject("Trail Notes");
  const members: Member[] = [];
  for (let day = 0; day < days; day++) {
    const isWeekend = [0, 6].includes(new Date(t.app.clock()).getUTCDay());
    const count = Math.round((isWeekend ? 9 : 6) * (0.5 + day / days) + roll() * 3);
    await guestsCome(t, project, 2 + Math.round(roll() * 3));
    const joined = await join(t, token, members.length, count);
    members.push(...joined);
    await aDay(t, project, { members, joined, roll, share: (isWeekend ? 0.22 : 0.15) + roll() * 0.04 });
    t.advance(23 * HOUR);
  }
  t.advance(9 * HOUR);
  const joined = await join(t, token, members.length, 9);
  await aDay(t, project, { members: [...members, ...joined], joined, roll, share: 0.05, backwards: true });
  const shop = await openShop(t, project);
  await sell(
    t,
    shop,
    members.slice(0, 12).map(({ id }) => id),
  );
  t.advance(40 * 60_000);
  const userId = await theLastHour(t, token, project);
  await sell(t, shop, [userId], 12);
  await grant(t, token, userId);
  await t.client(AnalyticsService, { authorization: `Bearer ${token}` }).runRollup({});
  return { project, userId };
}

/** New members of one day, who come by password, Google or Apple. */
async function join(t: TestApp, token: string, from: number, count: number): Promise<Member[]> {
  const people = Array.from({ length: count }, (_, index) => {
    const n = from + index;
    const first = FIRST[n % FIRST.length] ?? "";
    const last = LAST[(n * 7) % LAST.length] ?? "";
    const method = ["password", "google", "apple", "google", "password"][n % 5] ?? "password";
    const email = `${first}.${last}${n >= 160 ? n : ""}@example.com`.toLowerCase();
    return { method, email, displayName: `${first} ${last}`, isVerified: n % 9 !== 4 };
  });
  const { results } = await t.projects(token).importUsers({
    project: "fernweh",
    users: people.map(({ method, email, displayName, isVerified }) => ({
      email,
      displayName,
      emailVerified: isVerified,
      createdAt: timestampFromMs(t.app.clock() + 7 * HOUR),
      ...(method === "password"
        ? { passwordHash: HASH, passwordAlgorithm: "bcrypt" }
        : { identities: [{ provider: method, subject: `${method}-${email}`, email }] }),
    })),
  });
  return results.map(({ userId }, index) => ({
    id: userId,
    email: people[index]?.email ?? "",
    method: people[index]?.method ?? "",
  }));
}

type Day = {
  members: readonly Member[];
  joined: readonly Member[];
  /** How many of the members come. */
  share: number;
  roll: () => number;
  /** From midnight until now, instead of from now until midnight. */
  backwards?: boolean;
};

/** Sign-ins and failures between morning and evening, and a handful of guests. */
async function aDay(t: TestApp, project: Project, day: Day): Promise<void> {
  const { members, joined, share, roll, backwards = false } = day;
  const events: EventRow[] = [];
  const happened = (kind: string, userId: string, data: object): number => {
    const at = Math.round(t.app.clock() + (backwards ? -7 * roll() : 7 + roll() * 15) * HOUR);
    const id = createUuidV7()(at);
    const userAgent = AGENTS[events.length % AGENTS.length] ?? null;
    const by = { actor: `user:${userId}`, ip: "203.0.113.7", userAgent };
    events.push({ id, projectId: project.id, kind, at, userId, ...by, data: JSON.stringify(data) });
    return at;
  };
  const active = members.filter(() => roll() < share);
  for (const { id, method } of joined) happened("user.signed_up", id, { method });
  const seen = active.map(({ id, method }) => ({ id, at: happened("user.signed_in", id, { method }) }));
  for (const { id } of active.filter(() => roll() < 0.07)) {
    happened("user.sign_in_failed", id, { method: "password" });
  }
  for (const { id } of joined.filter(() => roll() < 0.12)) {
    happened("user.guest_converted", id, { method: "password" });
  }
  await transact(t.app, async (app) => {
    await insertEvents(app.db, events);
    for (const { id, at } of seen) {
      await markActive(app, project, id);
      await app.db
        .updateTable("userActivity")
        .set({ lastSignInAt: at, lastActiveAt: at })
        .where("projectId", "=", project.id)
        .where("userId", "=", id)
        .execute();
    }
  });
}

/** Early, so that the members of the day are newer. */
async function guestsCome(t: TestApp, project: Project, count: number): Promise<void> {
  for (let guest = 0; guest < count; guest++) await t.auth(project).signInAnonymously({});
  t.advance(HOUR);
}

/** What somebody who looks now sees at the top: real calls, real sessions, real devices. */
async function theLastHour(t: TestApp, token: string, project: Project): Promise<string> {
  const bearer = { authorization: `Bearer ${token}` };
  const users = t.client(UserService, bearer);
  const email = "ada.lovelace@example.com";
  const password = "correct horse battery";
  const asApp = (agent: string | undefined) =>
    t.authWith({ "x-svc-key": project.publishableKey, "user-agent": agent ?? "" });
  const { tokens } = await asApp(AGENTS[0]).signUp({ email, password, displayName: "Ada Lovelace" });
  const userId = tokens?.user?.id ?? "";
  t.advance(11 * 60_000);
  const customClaims = { role: "editor", plan: "pro", features: ["offline-maps", "beta"] };
  await users.updateUser({ project: "fernweh", userId, emailVerified: true, customClaims });
  await t.client(ThemeService, bearer).updateTheme({
    project: "fernweh",
    theme: {
      colors: { primary: "#0f766e" },
      darkColors: { primary: "#5eead4" },
      cornerRadius: 12,
      supportEmail: "help@fernweh.example",
    },
  });
  for (const [index, agent] of AGENTS.entries()) {
    t.advance(7 * 60_000);
    if (index === 1)
      await asApp(agent)
        .signIn({ email, password: "not this one" })
        .catch(() => {});
    const session = await asApp(agent).signIn({ email, password });
    if (index < 2) {
      await pushOf(t, project, session).registerPushDevice(index === 0 ? iphone(1) : android(2));
    }
  }
  await asApp(AGENTS[1]).signInAnonymously({});
  t.advance(4 * 60_000);
  const { users: troubled } = await users.listUsers({ project: "fernweh", query: "dmitri" });
  await users.disableUser({ project: "fernweh", userId: troubled[0]?.id ?? "" });
  await t.projects(token).rotateSigningKey({ project: "fernweh", graceSeconds: 86_400 });
  await t.client(AdminAccountService, bearer).inviteAdmin({ email: "grace@fernweh.example" });
  t.advance(3 * 60_000);
  return userId;
}
