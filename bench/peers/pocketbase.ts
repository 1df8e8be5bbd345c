import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Call } from "../generator/order.ts";
import { answering, endWithUs, freePort } from "../server-process.ts";
import { NotRunError, POCKETBASE } from "./install-peers.ts";
import { inTurns, jsonBody, PASSWORD, type Peer, post } from "./peer.ts";

const USERS = "/api/collections/users";

type Account = { id: string; token: string };

/** As it comes: rate limits are off until somebody turns them on. */
export async function startPocketBase(people: number): Promise<Peer> {
  if (!existsSync(POCKETBASE)) throw new NotRunError("PocketBase comes for Linux on x64 only");
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const dir = ["--dir", join(folder, "data")];
  // Without one it would show its first page in a browser.
  const made = spawnSync(POCKETBASE, ["superuser", "create", "admin@example.com", PASSWORD, ...dir]);
  if (made.status !== 0) throw new NotRunError(`PocketBase does not start: ${made.stderr}`);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(POCKETBASE, ["serve", `--http=127.0.0.1:${port}`, ...dir], { stdio: "ignore" });
  endWithUs(child);
  await answering(`${url}/api/health`, child);
  const email = (n: number): string => `user${n}@example.com`;
  const accounts = await inTurns(people, async (n): Promise<Account> => {
    const user = { email: email(n), password: PASSWORD, passwordConfirm: PASSWORD };
    const { id } = (await (await post(`${url}${USERS}/records`, user)).json()) as Account;
    const signedIn = await post(`${url}${USERS}/auth-with-password`, {
      identity: email(n),
      password: PASSWORD,
    });
    return { id, token: ((await signedIn.json()) as Account).token };
  });
  return {
    name: "PocketBase",
    calls: {
      "sign-in": "auth-with-password",
      "session check": "own record",
      "new token": "auth-refresh",
    },
    target: { host: "127.0.0.1", port, pid: child.pid ?? 0 },
    order: ordersOf(email, accounts),
    async stop() {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ordersOf(email: (n: number) => string, accounts: readonly Account[]): Peer["order"] {
  const json = { "content-type": "application/json" };
  const calls: Partial<Record<string, (n: number) => Call>> = {
    "sign-in": (n) => ({
      path: `${USERS}/auth-with-password`,
      headers: json,
      body: jsonBody({ identity: email(n), password: PASSWORD }),
    }),
    "session check": (n) => ({
      method: "GET",
      path: `${USERS}/records/${accounts[n]?.id}`,
      headers: { authorization: accounts[n]?.token ?? "" },
    }),
    "new token": (n) => ({
      path: `${USERS}/auth-refresh`,
      headers: { ...json, authorization: accounts[n]?.token ?? "" },
      body: jsonBody({}),
    }),
  };
  return (operation, clients) => {
    const call = calls[operation];
    return { calls: call ? Array.from({ length: clients }, (_, n) => call(n)) : [], use: "again" };
  };
}
