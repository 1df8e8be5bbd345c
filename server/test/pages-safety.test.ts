import { request } from "node:http";
import { connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { engines } from "../src/testing/engines.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { headingOf, type PageName, pageNames, type Seen, Visitor } from "./pages-visitor.ts";

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)>'\``;
const TOKEN = "T".repeat(43);
const sqlite = engines[0] ?? expect.fail();

describe("the pages on a hostile network", () => {
  let t: TestApp;
  let project: Project;
  let visitor: Visitor;
  let userId: string;

  beforeAll(async () => {
    t = await TestApp.open(sqlite);
    ({ project } = await t.addProject(`Fern${HOSTILE}`));
    visitor = new Visitor(t, project);
    const { user } = await t.addUser(project, "ada@example.com", "correct horse battery");
    userId = user?.id ?? "";
  });
  afterAll(() => t.close());

  /** The path of a page with a token that works. */
  const linkTo = async (page: PageName): Promise<string> =>
    `${page}?token=${await visitor.link(page, userId, "ada@example.com")}`;

  const answers: Record<string, () => Promise<Seen>> = {
    "a page": async () => visitor.open(await linkTo("reset")),
    HEAD: async () => visitor.open(await linkTo("reset"), { method: "HEAD" }),
    "a dead link": () => visitor.open("verify"),
    "the endpoint without a flow": () => visitor.open(`authorize?state=${encodeURIComponent(HOSTILE)}`),
    "a change that can be undone": async () => visitor.open(await linkTo("undo-email-change")),
    "a result": () => visitor.submit("delete-account", { email: "a@example.com" }),
    "a mistake": () => visitor.submit("delete-account", { email: "" }),
    "an unknown project": () => new Visitor(t, { ...project, slug: "nobody" }).open(`verify?token=${TOKEN}`),
    "a form from elsewhere": () =>
      visitor.submit("verify", { token: TOKEN }, { origin: "https://evil.example" }),
    "something that is no form": () => visitor.open("verify", { method: "POST", body: "{}" }),
  };

  test.each(Object.keys(answers))("%s has every header", async (name) => {
    const { headers } = (await answers[name]?.()) ?? expect.fail();
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'$/,
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "x-robots-tag": "noindex, nofollow",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    for (const absent of ["set-cookie", "server", "x-powered-by", "access-control-allow-origin"]) {
      expect(headers.get(absent), absent).toBeNull();
    }
  });

  test.each(Object.keys(answers))("%s has no script and asks nobody for anything", async (name) => {
    const { text } = (await answers[name]?.()) ?? expect.fail();
    const tags = text.replace(/<style>.*?<\/style>/s, "").match(/<[a-z][^>]*>/gi) ?? [];
    for (const tag of tags) {
      expect(tag).not.toMatch(/^<(script|img|iframe|link|object|embed|base|template)\b/i);
      expect(tag).not.toMatch(/\s(on\w+|style|src)=|javascript:/i);
      expect(tag).not.toMatch(/\s(href|action)="(?![a-z-]+")/);
    }
    expect(text).not.toMatch(/@import|url\(/);
  });

  test("what people typed is shown as they typed it, and nothing more", async () => {
    const shown = await visitor.submit("delete-account", { email: HOSTILE });
    expect(shown.text).toContain(
      'value="&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#60;img src=x onerror=alert(2)&#62;&#39;&#96;"',
    );
    const sent = await visitor.submit("delete-account", { email: "<b>@example.com" });
    expect(sent.text).toContain("&#60;b&#62;@example.com");
  });

  test("a token that cannot be ours never stands in a page", async () => {
    for (const page of pageNames) {
      const shown = await visitor.open(`${page}?token=${encodeURIComponent(`${TOKEN}${HOSTILE}`)}`);
      expect(headingOf(shown)).toBe("This link no longer works");
      expect(shown.text).not.toContain(TOKEN);
    }
  });

  test("the form goes to the page's address without the token", async () => {
    for (const page of pageNames) {
      const { text } = await visitor.open(await linkTo(page));
      const actions = [...text.matchAll(/<form method="post" action="([^"]*)"/g)].map(([, action]) => action);
      expect(actions.length).toBeGreaterThan(0);
      expect(new Set(actions)).toEqual(new Set([page]));
      expect(text.match(/<form/g)).toHaveLength(actions.length);
    }
  });

  test("no URL in a page comes from the request", async () => {
    const spoofed = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "gopher",
      forwarded: "host=evil.example",
      "x-original-url": "http://evil.example/",
    };
    const address = visitor.address(await linkTo("verify"));
    const body = await new Promise<string>((resolve, reject) => {
      const asked = request(address, { headers: spoofed }, (answer) => {
        answer.setEncoding("utf8");
        answer.toArray().then((chunks) => resolve(chunks.join("")), reject);
      });
      asked.once("error", reject).end();
    });
    expect(body).toContain("<h1>Confirm your email address</h1>");
    expect(body).not.toMatch(/evil\.example|gopher/);
  });

  test.each<[string, Record<string, string>]>([
    ["Sec-Fetch-Site: cross-site", { "sec-fetch-site": "cross-site" }],
    ["Sec-Fetch-Site: same-site", { "sec-fetch-site": "same-site" }],
    ["another Origin", { origin: "https://evil.example" }],
    ["another port", { origin: "http://127.0.0.1:1" }],
    ["both, and only one is right", { "sec-fetch-site": "cross-site", origin: "http://127.0.0.1" }],
  ])("a form with %s is refused before anything happens", async (_, headers) => {
    for (const fields of [{ token: TOKEN, sure: "yes" }, { email: "a@example.com" }]) {
      const refused = await visitor.submit("delete-account", fields, headers);
      expect(refused.status).toBe(403);
      expect(headingOf(refused)).toBe("This came from another site");
    }
  });

  test.each<[string, () => Record<string, string>]>([
    ["Sec-Fetch-Site: same-origin", () => ({ "sec-fetch-site": "same-origin", origin: "null" })],
    ["Sec-Fetch-Site: none", () => ({ "sec-fetch-site": "none" })],
    ["the own Origin", () => ({ origin: t.url })],
    ["Origin: null, as older browsers write it here", () => ({ origin: "null" })],
    ["neither", () => ({})],
  ])("a form with %s is taken", async (_, headers) => {
    expect((await visitor.submit("delete-account", { email: "a@example.com" }, headers())).status).toBe(200);
  });

  test.each(["application/json", "text/plain", "multipart/form-data; boundary=x", ""])(
    "a body of type %j is no form",
    async (type) => {
      const body = new Uint8Array(Buffer.from(`token=${TOKEN}`));
      const headers = type === "" ? undefined : { "content-type": type };
      const refused = await visitor.open("verify", { method: "POST", body, ...(headers && { headers }) });
      expect(refused.status).toBe(415);
      expect(headingOf(refused)).toBe("This form could not be read");
    },
  );

  test("a form may say its charset, and be no larger than 8 KiB", async () => {
    const type = "application/x-www-form-urlencoded;charset=UTF-8";
    const small = await visitor.submit(
      "delete-account",
      { email: "a@example.com" },
      { "content-type": type },
    );
    expect(small.status).toBe(200);
    const large = await visitor.submit("reset", { token: TOKEN, password: "x".repeat(9000) });
    expect(large.status).toBe(413);
    expect(headingOf(large)).toBe("This form could not be read");
  });

  test.each(["nobody", "UPPER", "..", "%2e%2e", "a%00b", "x".repeat(90)])(
    "the project %j does not exist, and no project is named",
    async (slug) => {
      const seen = await fetch(`${t.url}/p/${slug}/verify?token=${TOKEN}`);
      expect(seen.status).toBe(404);
      expect(await seen.text()).not.toContain("Fern");
    },
  );

  test("a project is found by its slug only, never by its id", async () => {
    const seen = await new Visitor(t, { ...project, slug: project.id }).open(`verify?token=${TOKEN}`);
    expect([seen.status, headingOf(seen)]).toEqual([404, "Page not found"]);
    expect(seen.text).not.toContain("<header>");
  });

  test("another method is told which ones there are", async () => {
    const seen = await visitor.open("verify", { method: "DELETE" });
    expect([seen.status, seen.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });

  test("over HTTP/2 the pages are the same, HEAD without its body", async () => {
    const session = connect(t.url);
    const path = new URL(visitor.address(await linkTo("verify")));
    const ask = (method: string) =>
      new Promise<{ status: unknown; length: number; bytes: number }>((resolve, reject) => {
        const stream = session.request({ ":method": method, ":path": path.pathname + path.search });
        let head: Record<string, unknown> = {};
        let bytes = 0;
        stream.on("response", (headers) => {
          head = headers;
        });
        stream.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        stream.on("error", reject);
        stream.on("end", () =>
          resolve({ status: head[":status"], length: Number(head["content-length"]), bytes }),
        );
        stream.end();
      });
    const [get, head] = [await ask("GET"), await ask("HEAD")];
    session.close();
    expect(get.status).toBe(200);
    expect(get.bytes).toBe(get.length);
    expect(head).toEqual({ ...get, bytes: 0 });
  });

  test("the log tells of forms, and never a token, an address or a password", async () => {
    const secrets = { token: "secret-token-that-must-not-be-logged-0123456", password: "hunter2 hunter2" };
    for (const page of pageNames) {
      await visitor.open(`${page}?token=${secrets.token}`);
      await visitor.submit(page, { ...secrets, sure: "yes", step: "confirm" });
    }
    await visitor.submit("delete-account", { email: "private@example.com" });
    const log = t.logLines.join("");
    expect(log).toContain('"message":"page","page":"reset","status":"EMAIL_TOKEN_INVALID"');
    expect(log).not.toMatch(/secret-token|hunter2|private@/);
  });
});

test("HSTS is told when the world reaches the server by https, and only then", async () => {
  for (const [baseUrl, expected] of [
    ["https://auth.example.com", "max-age=63072000; includeSubDomains"],
    ["http://auth.example.com", null],
  ] as const) {
    const t = await TestApp.open(sqlite, { baseUrl });
    const { project } = await t.addProject();
    const seen = await new Visitor(t, project).open(`verify?token=${TOKEN}`);
    await t.close();
    expect(seen.headers.get("strict-transport-security")).toBe(expected);
  }
});

test("too many attempts: the page says when to try again", async () => {
  const rule = { limit: 1, windowMs: 5 * 60_000 };
  const t = await TestApp.open(sqlite, { rateLimits: { confirm_address: rule, mail_address: rule } });
  const { project } = await t.addProject();
  const visitor = new Visitor(t, project);
  const attempts: [PageName, Record<string, string>][] = [
    ["verify", { token: TOKEN, step: "confirm" }],
    ["delete-account", { email: "a@example.com" }],
  ];
  for (const [page, fields] of attempts) {
    expect((await visitor.submit(page, fields)).status).not.toBe(429);
    const refused = await visitor.submit(page, fields);
    expect([refused.status, headingOf(refused)]).toEqual([429, "Too many attempts"]);
    expect(refused.text).toContain("Please wait 5 minutes");
    expect(refused.headers.get("retry-after")).toBe("300");
  }
  const limited = await visitor.open(`reset?token=${TOKEN}`);
  expect([limited.status, headingOf(limited)]).toEqual([429, "Too many attempts"]);
  expect(limited.text).toContain('<a class="button" href="">Try again</a>'); // the address still has the token
  await t.close();
});

describe.each(engines)("pages when the server itself fails, on $kind", (engine) => {
  test("say so neutrally, with the number under which it is logged", async () => {
    const t = await TestApp.open(engine);
    const { project } = await t.addProject("Fernweh");
    await t.app.db.schema.dropTable("emailTokens").execute();
    const page: PageName = "verify";
    const visitor = new Visitor(t, project);
    const seen = await visitor.submit(page, { token: TOKEN, step: "confirm" });
    const opened = await visitor.open(`${page}?token=${TOKEN}`);
    await t.close();
    expect([opened.status, headingOf(opened)]).toEqual([500, "Something went wrong"]);
    expect(opened.text).toContain("Try again</a>");
    expect(seen.text).not.toContain("Try again</a>");
    expect(seen.status).toBe(500);
    expect(headingOf(seen)).toBe("Something went wrong");
    expect(seen.text.replace(/<style>.*<\/style>/s, "")).not.toMatch(/email_?tokens|sql|error/i);
    const id = /<code dir="ltr">([\w-]+)<\/code>/.exec(seen.text)?.[1] ?? expect.fail();
    expect(seen.headers.get("x-request-id")).toBe(id);
    expect(t.logLines.filter((line) => line.includes(id) && line.includes('"level":"error"'))).toHaveLength(
      1,
    );
  });
});
