import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { android, apnsToken, backendPush, iphone, pushOf } from "../../testing/push.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const TOKENS = [apnsToken(1), android(2).token ?? ""];

describe.each(engines)("Push tokens on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
  });
  afterEach(() => t.close());

  const expectNoToken = (text: string) => {
    for (const token of TOKENS) expect(text).not.toContain(token);
  };

  test("stand in no answer to the app, in no log line and nowhere in the database", async () => {
    const guest = await t.auth(project).signInAnonymously({});
    const push = pushOf(t, project, guest);
    const answers = [
      await push.registerPushDevice(iphone(1)),
      await push.registerPushDevice(android(2)),
      await push.listMyPushDevices({}),
    ];
    expect(await reasonOf(push.registerPushDevice(iphone(1, { appId: "" })))).toBe("INVALID_REQUEST");
    await backendPush(t, secretKey).listPushDevices({});
    await backendPush(t, secretKey).revokePushDevice({ token: "never-seen" });

    expectNoToken(JSON.stringify(answers, (_key, value) => (typeof value === "bigint" ? `${value}` : value)));
    expectNoToken(t.logLines.join("\n"));
    expectNoToken(await everyRow());
    expect(await everyRow()).toContain(iphone(1).installationId);
  });

  test("a sealed token copied to another row does not open there", async () => {
    const guest = await t.auth(project).signInAnonymously({});
    await pushOf(t, project, guest).registerPushDevice(iphone(1));
    await pushOf(t, project, guest).registerPushDevice(android(2));
    const [first] = await t.app.db.selectFrom("pushDevices").select("tokenSealed").execute();
    await t.app.db
      .updateTable("pushDevices")
      .set({ tokenSealed: first?.tokenSealed ?? "" })
      .execute();
    expect(await reasonOf(backendPush(t, secretKey).listPushDevices({}))).toBe("INTERNAL");
    expectNoToken(t.logLines.join("\n"));
  });

  async function everyRow(): Promise<string> {
    const tables = await t.app.db.introspection.getTables();
    const rows: unknown[] = [];
    for (const { name } of tables) {
      rows.push(await sql`select * from ${sql.table(name)}`.execute(t.app.db).catch(() => []));
    }
    return JSON.stringify(rows, (_key, value) => (typeof value === "bigint" ? `${value}` : value));
  }
});
