import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPersonalAccessToken } from "../../src/domain/admins/personal-access-tokens.ts";
import { previewPage } from "../../src/pages/preview.ts";
import { routeTable } from "../../src/rpc/router.ts";
import { engines } from "../../src/testing/engines.ts";
import { TestApp } from "../../src/testing/test-app.ts";
import { answerTo, type Caller, callers, decisions, elsewhere, type Role } from "./roles-table.ts";

const ROLES = {
  owner: AdminRole.OWNER,
  administrator: AdminRole.ADMINISTRATOR,
  support: AdminRole.SUPPORT,
  viewer: AdminRole.VIEWER,
} as const satisfies Record<Role, AdminRole>;

/** What a call reads or changes must stay as it was when the call is refused. */
const WATCHED = ["projects", "users", "events", "outbox", "admins", "adminRoles", "adminInvites"] as const;

describe.each(engines)("Every method for administrators with every role on $kind", (engine) => {
  let t: TestApp;
  let methods: string[];
  let root: string;
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    await t.addProject("Demo");
    await t.addProject("Other");
    root = (await t.addAdmin("root@example.com")).token;
    const routes = routeTable(t.app, () => true, previewPage).routes.values();
    methods = [...routes].filter(({ access }) => /admin/.test(access)).map(({ path }) => path.slice(1));
    for (const [name, caller] of Object.entries(callers)) tokens.set(name, await tokenOf(name, caller));
  });
  afterAll(() => t.close());

  async function tokenOf(name: string, { role, isReadOnly, limitedTo }: Caller): Promise<string> {
    const { adminId } = await t.addAdmin(`${name.replaceAll(/[^a-z]/g, "-")}@example.com`);
    const set = (project: string, role: AdminRole) =>
      t
        .client(AdminAccountService, { authorization: `Bearer ${root}` })
        .setAdminRole({ adminId, project, role });
    if (role !== "owner") await set("", AdminRole.NONE);
    if (role !== "owner" && role !== "none") await set("demo", ROLES[role]);
    if (name.endsWith("of another project")) await set("other", AdminRole.ADMINISTRATOR);
    const projects = limitedTo ? [limitedTo === "this project" ? "demo" : "other"] : [];
    const input = { name: "test", expiresInDays: 0, projects, readOnly: isReadOnly ?? false };
    return (await createPersonalAccessToken(t.app, { id: adminId }, input)).token;
  }

  async function answerOf(method: string, caller: string, project: string): Promise<string> {
    const headers = { "content-type": "application/json", authorization: `Bearer ${tokens.get(caller)}` };
    const body = JSON.stringify(namesProject(method) ? { project } : {});
    const answer = await fetch(`${t.url}/${method}`, { method: "POST", headers, body });
    const { details = [] } = (await answer.json()) as {
      details?: { debug?: { reason: string; metadata?: Record<string, string> } }[];
    };
    const { reason = "OK", metadata = {} } = details[0]?.debug ?? {};
    if (reason === "ADMIN_FORBIDDEN") return reason;
    return reason === "NOT_FOUND" && metadata.resource === "project" ? reason : "let in";
  }

  const namesProject = (method: string): boolean => {
    const { lowest } = decisions[method] ?? { lowest: "owner" };
    return !["anybody", "account", "owner"].includes(lowest) || method.endsWith("/DeleteProject");
  };
  const rows = () => Promise.all(WATCHED.map((table) => t.app.db.selectFrom(table).selectAll().execute()));

  test("every method has a decision, and no decision is left over", () => {
    expect(methods.filter((method) => !elsewhere.has(method)).toSorted()).toEqual(
      Object.keys(decisions).toSorted(),
    );
  });

  const cells = Object.entries(decisions).flatMap(([method, decision]) =>
    Object.entries(callers).map(([name, caller]) => ({ method, name, expected: answerTo(caller, decision) })),
  );

  test("who may not call it is refused, and nothing has changed", { timeout: 120_000 }, async () => {
    const refused = cells.filter(({ expected }) => expected !== "let in");
    const before = await rows();
    const wrong: string[] = [];
    for (const { method, name, expected } of refused) {
      const got = await answerOf(method, name, "demo");
      if (got !== expected) wrong.push(`${method} with ${name}: ${got}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
    expect(await rows()).toEqual(before);
  });

  test("who may call it is let in", { timeout: 120_000 }, async () => {
    const wrong: string[] = [];
    for (const { method, name } of cells.filter(({ expected }) => expected === "let in")) {
      const deletes = method.endsWith("/DeleteProject");
      const project = deletes ? (await t.addProject("Short-lived")).project.slug : "demo";
      const got = await answerOf(method, name, project);
      if (got !== "let in") wrong.push(`${method} with ${name}: ${got}`);
    }
    expect(wrong).toEqual([]);
  });
});
