import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { KEEP_ALIVE_MS } from "../src/http/http1-server.ts";
import { makeCertificate } from "../src/testing/certificates.ts";
import { times } from "../src/testing/full.ts";
import { notRun } from "../src/testing/not-run.ts";
import { Dice } from "./fuzz/dice.ts";
import { honestCallers, type Place, rudeCallers } from "./mixed-callers.ts";
import { noProxy, type ProxyName, RealProxy } from "./proxy-process.ts";
import { ServedInstance } from "./served-instance.ts";

const HOST = "auth.example.com";
const REQUESTS = times(300, 10_000);
const AT_ONCE = 12;

test.each([
  ["nginx.conf", /keepalive_timeout (\d+)s;/g, 2],
  ["Caddyfile", /keepalive (\d+)s/g, 1],
  ["traefik.yaml", /idleConnTimeout: (\d+)s/g, 1],
])("deploy/%s keeps idle connections for less time than the server does", (file, pattern, count) => {
  const text = readFileSync(join(root, "deploy", file), "utf8");
  const seconds = [...text.matchAll(pattern)].map(([, value]) => Number(value));
  expect(seconds).toHaveLength(count);
  for (const each of seconds) expect(each * 1000).toBeLessThanOrEqual(KEEP_ALIVE_MS - 10_000);
});

describe.each<{ name: ProxyName }>([{ name: "nginx" }, { name: "caddy" }, { name: "caddy over HTTP/1.1" }])(
  "behind $name,",
  ({ name }) => {
    let server: ServedInstance;
    let proxy: RealProxy;
    let place: Place;
    const missing = noProxy(name);

    beforeAll(async () => {
      if (missing) return;
      const certificate = makeCertificate([HOST]);
      server = await ServedInstance.create({
        SVC_BASE_URL: `https://${HOST}`,
        SVC_TRUSTED_PROXIES: "127.0.0.1",
        SVC_RATE_LIMITS: "off",
      });
      await server.start();
      proxy = await RealProxy.start(name, new URL(server.url).host, certificate);
      const { publishableKey } = server.project;
      place = { host: HOST, port: proxy.port, ca: certificate.chain, publishableKey };
    });
    beforeEach((context) => {
      if (missing) notRun(context, missing);
    });
    afterAll(async () => {
      await proxy?.close();
      await server?.close();
    });

    async function signUp(name: string): Promise<[email: string, accessToken: string]> {
      const email = `${name}@example.com`;
      const user = { email, password: "correct horse battery" };
      const { status, body } = await server.call("auth.v1.AuthService/SignUp", user);
      expect(status, JSON.stringify(body)).toBe(200);
      return [email, body.tokens.accessToken];
    }

    test("whoever comes next after an early answer is served", async () => {
      const honest = honestCallers(place, ...(await signUp("dora")));
      const rude = rudeCallers(place);
      for (const attack of rude.callers) {
        for (const next of honest) {
          await attack();
          expect(await next()).toBeUndefined();
        }
      }
      rude.close();
    }, 3_600_000);

    test(`nobody is answered for, or cut off by, another caller's request, in ${REQUESTS} mixed ones`, async () => {
      const users = await Promise.all(["ada", "ben", "cleo"].map(signUp));
      const honest = users.flatMap((user) => honestCallers(place, ...user));
      const rude = rudeCallers(place);
      const dice = new Dice(19);
      const problems: string[] = [];
      let left = REQUESTS;
      const call = async (): Promise<void> => {
        while (left-- > 0) {
          if (dice.chance(0.5)) await dice.pick(rude.callers)();
          else {
            const problem = await dice.pick(honest)();
            if (problem !== undefined) problems.push(problem);
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, call));
      rude.close();
      expect(problems).toEqual([]);
    }, 3_600_000);
  },
);
