import { create, toBinary } from "@bufbuild/protobuf";
import { ImportStatus } from "@svc/proto/svc/admin/v1/user_transfer_pb";
import { CreateUserRequestSchema, UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";

const CREATE = "/svc.server.v1.UserService/CreateUser";
const EMAIL = "ada@example.com";

describe.each(engines)("Claims that JSON cannot return unchanged on $kind", (engine) => {
  let t: TestApp;
  let secretKey: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ secretKey } = await t.addProject("Demo"));
  });
  afterEach(() => t.close());

  const post = async (type: string, body: BodyInit) => {
    const headers = { "content-type": type, "x-svc-key": secretKey };
    const answer = await fetch(`${t.url}${CREATE}`, { method: "POST", headers, body });
    return { status: answer.status, text: await answer.text() };
  };
  const stored = async () => (await t.app.db.selectFrom("users").select("customClaims").execute()).length;

  test.each([
    ["1e400"],
    ["-1e400"],
    ["-0"],
    ["9007199254740993"],
    ["12345678901234567890"],
    ['"\\ud800"'],
    ['{"\\udc00":1}'],
    ["[1,[1e999]]"],
  ])("%s in JSON is refused, and nobody is created", async (value) => {
    const body = `{"email":"${EMAIL}","customClaims":{"role":"editor","n":${value}}}`;
    const { status, text } = await post("application/json", body);
    expect(status).toBe(400);
    expect(JSON.parse(text).details[0].debug).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "custom_claims" },
    });
    expect(await stored()).toBe(0);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 2 ** 53])(
    "%s in a binary Struct is refused",
    async (n) => {
      const message = create(CreateUserRequestSchema, { email: EMAIL, customClaims: { list: [{ n }] } });
      const { status, text } = await post("application/proto", toBinary(CreateUserRequestSchema, message));
      expect(status).toBe(400);
      expect(text).toContain("custom_claims");
      expect(await stored()).toBe(0);
    },
  );

  test("other numbers and texts come back as they are", async () => {
    const customClaims = {
      a: 2 ** 53 - 1,
      b: -(2 ** 53 - 1),
      c: 0.1,
      d: 1e-7,
      e: "👩‍🚀 \u2028",
      f: 0,
    };
    const users = t.client(UserService, { "x-svc-key": secretKey });
    expect((await users.createUser({ email: EMAIL, customClaims })).user?.customClaims).toEqual(customClaims);
  });

  test("an imported user with such a claim is refused with the reason, and the others are created", async () => {
    const { token } = await t.addAdmin();
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const users = '[{"email":"eve@example.com","customClaims":{"n":1e400}},{"email":"ada@example.com"}]';
    const answer = await fetch(`${t.url}/svc.admin.v1.ProjectService/ImportUsers`, {
      method: "POST",
      headers,
      body: `{"project":"demo","users":${users}}`,
    });
    const { results } = (await answer.json()) as { results: { status: string; reason: string }[] };
    expect(results.map(({ status }) => status)).toEqual([
      `IMPORT_STATUS_${ImportStatus[ImportStatus.REFUSED]}`,
      `IMPORT_STATUS_${ImportStatus[ImportStatus.CREATED]}`,
    ]);
    expect(results[0]?.reason).toMatch(
      /^custom_claims: must not contain a number that JSON cannot represent/,
    );
  });
});
