import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Project } from "../../src/domain/projects/project.ts";
import { previewPage } from "../../src/pages/preview.ts";
import { inProcess } from "../../src/rpc/in-process.ts";
import { routeTable } from "../../src/rpc/router.ts";
import { engines } from "../../src/testing/engines.ts";
import { TestApp } from "../../src/testing/test-app.ts";
import { protocolClients } from "./protocol-clients.ts";

const { signInAnonymously, requestPasswordReset } = AuthService.method;

let t: TestApp;
let project: Project;
beforeAll(async () => {
  const [engine] = engines;
  if (!engine) throw new Error("there is no engine");
  t = await TestApp.open(engine, { rateLimits: "off" });
  ({ project } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
});
afterAll(() => t.close());

const lastMail = () =>
  t.app.db.selectFrom("outbox").select(["recipient", "language"]).orderBy("id", "desc").executeTakeFirst();

describe.each(protocolClients)("$name", ({ name, open }) => {
  const ask = async (
    method: typeof signInAnonymously | typeof requestPasswordReset,
    input: object,
    header = "",
  ) => {
    const client = open(t.url);
    const headers = {
      "x-svc-key": project.publishableKey,
      ...(header === "" ? {} : { "accept-language": header }),
    };
    try {
      return await client.call({ method, input: { ...input }, headers });
    } finally {
      client.close();
    }
  };

  test("the header decides, and the field before it", async () => {
    const stored = async (input: object, header?: string) => {
      const { message } = await ask(signInAnonymously, input, header);
      return (message as { user: { locale: string } }).user.locale;
    };
    expect(await stored({}, "fr;q=0.3, de-AT")).toBe("de-AT");
    expect(await stored({ locale: "ja" }, "de-AT")).toBe("ja");
    const recipient = `${name.replace(/\W+/g, ".")}@example.com`.toLowerCase();
    await ask(requestPasswordReset, { email: recipient }, "pt");
    expect(await lastMail()).toEqual({ recipient, language: "pt-BR" });
  });

  test("a wrong field is refused by its name; a wrong header is ignored", async () => {
    expect(await ask(signInAnonymously, { locale: "not a tag" })).toMatchObject({
      status: "InvalidArgument",
      reason: "INVALID_REQUEST",
      metadata: { field: "locale" },
    });
    expect(await ask(signInAnonymously, {}, "!!!, ;q=7, %%")).toMatchObject({
      status: "Ok",
      message: { user: { locale: "" } },
    });
  });
});

test("a page hands on the language of its visitor", async () => {
  const call = inProcess(t.app, routeTable(t.app, () => true, previewPage).routes);
  const { publishableKey } = project;
  const caller = { publishableKey, clientIp: "192.0.2.1", userAgent: "" };
  const { user } = await call(signInAnonymously, {}, { ...caller, acceptLanguage: "uk" });
  expect(user?.locale).toBe("uk");
  expect((await call(signInAnonymously, {}, caller)).user?.locale).toBe("");
});
