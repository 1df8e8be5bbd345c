import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Call } from "../generator/order.ts";
import { endWithUs, watched, withLoopDelay } from "../server-process.ts";
import { inTurns, jsonBody, NEWCOMERS, PASSWORD, type Peer, post } from "./peer.ts";

export async function startBetterAuth(people: number): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const child = fork(join(import.meta.dirname, "better-auth-server.ts"), [join(folder, "auth.db")], {
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
    execArgv: withLoopDelay,
  });
  endWithUs(child);
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve((message as { port: number }).port));
    child.once("exit", () => reject(new Error("better-auth ended")));
  });
  const { loopDelay, stop } = watched(child);
  const origin = `http://127.0.0.1:${port}`;
  const email = (n: number): string => `user${n}@example.com`;
  const cookies = await inTurns(people, async (n) => {
    const user = { email: email(n), password: PASSWORD, name: `User ${n}` };
    const answer = await post(`${origin}/api/auth/sign-up/email`, user, { origin });
    return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  });
  return {
    name: "better-auth",
    calls: {
      "sign-up": "sign-up/email",
      "sign-in": "sign-in/email",
      "session check": "get-session",
      "new token": "token",
      guest: "sign-in/anonymous",
    },
    target: { host: "127.0.0.1", port, pid: child.pid ?? 0, loopDelay },
    order: ordersOf(origin, email, cookies),
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ordersOf(origin: string, email: (n: number) => string, cookies: readonly string[]): Peer["order"] {
  let newcomers = 0;
  const posted = (path: string, body: object): Call => ({
    path: `/api/auth/${path}`,
    headers: { "content-type": "application/json", origin },
    body: jsonBody(body),
  });
  const read = (path: string, cookie = ""): Call => ({
    method: "GET",
    path: `/api/auth/${path}`,
    headers: { cookie },
  });
  return (operation, clients) => {
    const again = (call: (client: number) => Call) =>
      ({ calls: Array.from({ length: clients }, (_, client) => call(client)), use: "again" }) as const;
    if (operation === "sign-in") {
      return again((n) => posted("sign-in/email", { email: email(n), password: PASSWORD }));
    }
    if (operation === "session check") return again((n) => read("get-session", cookies[n]));
    if (operation === "new token") return again((n) => read("token", cookies[n]));
    if (operation === "guest") return again(() => posted("sign-in/anonymous", {}));
    const calls = Array.from({ length: NEWCOMERS }, () => {
      const newcomer = { email: `new${newcomers++}@example.com`, password: PASSWORD, name: "New" };
      return posted("sign-up/email", newcomer);
    });
    return { calls, use: "once" };
  };
}
