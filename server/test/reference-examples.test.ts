import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readContract } from "../../tools/reference/contract.ts";
import { exampleRequest, pathOf } from "../../tools/reference/example.ts";
import { services } from "../../tools/reference/services.ts";
import type { Access } from "../src/rpc/context.ts";
import { SELLING } from "../src/testing/billing.ts";
import { engines } from "../src/testing/engines.ts";
import { TestApp } from "../src/testing/test-app.ts";

const PASSWORD = "correct horse battery";

const contract = readContract();

const calls = services.flatMap(({ typeName, rows }) =>
  (contract.registry.getService(typeName)?.methods ?? []).flatMap((method) => {
    const { access = "open" } = rows[method.localName] ?? {};
    const call = { path: pathOf(method), access, request: exampleRequest(method, contract) };
    return method.methodKind === "unary" ? [call] : [];
  }),
);

/** Their example shows only the beginning of a file or a key. */
const CUT_SHORT = ["/svc.admin.v1.ThemeService/UploadFont", "/svc.admin.v1.DkimService/SetDkimKey"];

describe.each(engines)("the examples of docs/reference on $kind", (engine) => {
  let t: TestApp;
  let headersOf: Record<Access, () => Promise<Record<string, string>>>;
  beforeAll(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    const settings = { allowAnonymousSignIn: true, billing: SELLING };
    const { project, secretKey } = await t.addProject("Demo", settings);
    const { token } = await t.addAdmin();
    const key = { "x-svc-key": project.publishableKey };
    const pat = async () => ({ authorization: `Bearer ${token}` });
    const session = async () => ({ cookie: await t.login(), "connect-protocol-version": "1" });
    let users = 0;
    const user = async () => {
      const { accessToken } = await t.addUser(project, `ada${++users}@example.com`, PASSWORD);
      return { ...key, authorization: `Bearer ${accessToken}` };
    };
    headersOf = {
      ...{ open: async () => ({}), "own-site": async () => ({}) },
      ...{ user, "user-if-any": user, "publishable-key": async () => key },
      "secret-key": async () => ({ "x-svc-key": secretKey }),
      ...{ admin: pat, "recent-admin": pat, "recent-admin-for-some-changes": pat },
      ...{ "admin-session": session, "recent-admin-session": session },
    };
  });
  afterAll(() => t.close());

  async function problemOf({ path, access, request }: (typeof calls)[number]): Promise<string[]> {
    const answer = await fetch(`${t.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(await headersOf[access]()) },
      body: JSON.stringify(request),
    });
    const text = await answer.text();
    return /INVALID_REQUEST|"INTERNAL"|WRONG_SURFACE|API_KEY/.test(text) ? [`${path}: ${text}`] : [];
  }

  test("the server accepts the form of every request", async () => {
    expect(calls.length).toBeGreaterThan(130);
    // What ends the project comes last.
    const isLast = ({ path }: (typeof calls)[number]) => /\/DeleteProject$/.test(path);
    const inOrder = [...calls.filter((call) => !isLast(call)), ...calls.filter(isLast)];
    const problems: string[] = [];
    for (const call of inOrder) {
      if (!CUT_SHORT.includes(call.path)) problems.push(...(await problemOf(call)));
    }
    expect(problems).toEqual([]);
  });
});
