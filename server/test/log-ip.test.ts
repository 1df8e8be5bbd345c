import { Health } from "@svc/proto/grpc/health/v1/health_pb";
import { describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import type { LogIp } from "../src/runtime/shown-ip.ts";
import { SELLING } from "../src/testing/billing.ts";
import { engines } from "../src/testing/engines.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { TestApp } from "../src/testing/test-app.ts";

const V4 = "203.0.113.77";
const V6 = "2001:db8:aaaa:bbbb::77";
const PEER = "127.0.0.1";
const PASSWORD = "correct horse battery";

/** Drives a server behind a proxy through everything that writes a line about a caller. */
async function provoke(t: TestApp, project: Project, ip: string): Promise<void> {
  const headers = { "x-forwarded-for": ip };
  const key = { "x-svc-key": project.publishableKey };
  const auth = t.authWith({ ...headers, ...key });
  const email = `${ip.length}@example.com`;
  await auth.signUp({ email, password: PASSWORD });
  expect(await reasonOf(auth.signIn({ email, password: "wrong" }))).toBe("INVALID_CREDENTIALS");
  expect(await reasonOf(t.authWith(headers).signIn({ email, password: PASSWORD }))).toBe("API_KEY_MISSING");
  for (let n = 0; n < 4; n++) await auth.signIn({ email, password: "wrong" }).catch(() => {});
  const post = (path: string, body = "{}", type = "application/json") =>
    fetch(`${t.url}${path}`, {
      method: "POST",
      headers: { ...headers, ...key, "content-type": type },
      body,
      redirect: "manual",
    });
  await post(`/svc.auth.v1.AuthService/${ip}`);
  await post(`/svc.auth.v1.AuthService/[${ip}]:80/::ffff:${V4}`, "", "application/grpc");
  await post("/svc.auth.v1.AuthService/SignIn", `{"${ip}": 1`);
  await post("/svc.auth.v1.AuthService/SignIn", "{}", `text/${ip}`);
  await fetch(`${t.url}/oauth/google/start?key=${project.publishableKey}&ip=${ip}`, { headers });
  await fetch(`${t.url}/oauth/google/callback?state=${ip}`, { headers });
  const form = "application/x-www-form-urlencoded";
  await post(`/p/${project.slug}/verify`, `token=${ip}`, form);
  await post(`/p/${project.slug}/reset`, `token=${ip}`, form);
  await post(`/webhooks/stripe/${project.slug}`, ip);
  await fetch(`${t.url}/${ip}`, { headers });
  await t
    .client(Health, headers)
    .check({ service: ip })
    .catch(() => {});
}

/** What only a bug shows: the settings of the project are broken, and the failure quotes them. */
async function provokeBugs(t: TestApp, project: Project, ip: string): Promise<void> {
  await t.app.db
    .updateTable("projects")
    .set({ settings: `{ ${ip} of a client` })
    .execute();
  const headers = { "x-forwarded-for": ip, "x-svc-key": project.publishableKey };
  expect(await reasonOf(t.authWith(headers).signIn({ email: "a@example.com", password: "b" }))).toBe(
    "INTERNAL",
  );
  await fetch(`${t.url}/oauth/google/start?key=${project.publishableKey}`, { headers });
  await fetch(`${t.url}/p/${project.slug}/verify?token=x`, { headers });
}

async function linesWith(logIp: LogIp, ips: readonly string[] = [V4, V6]): Promise<string[]> {
  const sqlite = engines.find(({ kind }) => kind === "sqlite");
  if (!sqlite) throw new Error("no engine");
  const lines: string[] = [];
  for (const ip of ips) {
    const t = await TestApp.open(sqlite, { logIp, trustedProxies: [PEER], baseUrl: "http://localhost" });
    const { project } = await t.addProject("Demo", { billing: SELLING });
    await provoke(t, project, ip);
    await provokeBugs(t, project, ip);
    lines.push(...t.logLines);
    await t.close();
  }
  const t = await TestApp.open(sqlite, { logIp, baseUrl: "http://localhost" });
  const { project } = await t.addProject();
  await t.auth(project).signUp({ email: "ada@example.com", password: PASSWORD });
  await fetch(`${t.url}/oauth/google/start`, { headers: { "x-forwarded-for": V4 } });
  lines.push(...t.logLines);
  await t.close();
  return lines;
}

const kindsOf = (lines: readonly string[]): string[] => [
  ...new Set(lines.map((line) => (JSON.parse(line) as { message: string }).message)),
];

describe("the addresses of clients in the log", () => {
  test("are there by default, in every kind of line about a caller", async () => {
    const lines = await linesWith("full");
    const withAddress = lines.filter((line) => [V4, V6, PEER].some((ip) => line.includes(ip)));
    expect(kindsOf(withAddress)).toEqual(
      expect.arrayContaining(["rpc", "oauth", "page", expect.stringContaining("X-Forwarded-For")]),
    );
    expect(withAddress.some((line) => line.includes("INTERNAL"))).toBe(true);
    expect(kindsOf(lines)).toContain("webhook refused");
  });

  test("are nowhere with off", async () => {
    const lines = await linesWith("off");
    for (const ip of [V4, V6, PEER, "203.0.113", "2001:db8"]) expect(lines.join("")).not.toContain(ip);
    expect(kindsOf(lines)).toEqual(expect.arrayContaining(["rpc", "oauth", "page"]));
  });

  test("are networks with truncated, /24 of IPv4 and /48 of IPv6", async () => {
    const lines = await linesWith("truncated");
    for (const ip of [V4, V6, PEER, "bbbb"]) expect(lines.join("")).not.toContain(ip);
    for (const [network, kinds] of [
      ["203.0.113.0/24", ["rpc", "oauth", "page"]],
      ["2001:db8:aaaa::/48", ["rpc", "oauth", "page"]],
      ["127.0.0.0/24", [expect.stringContaining("X-Forwarded-For")]],
    ] as const) {
      const found = lines.filter((line) => line.includes(`"${network}"`));
      expect(kindsOf(found)).toEqual(expect.arrayContaining([...kinds]));
    }
  });
});
