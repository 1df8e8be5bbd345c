import type { Call } from "../generator/order.ts";
import { startBetterAuthProcess } from "./better-auth-process.ts";
import { inTurns, jsonBody, NEWCOMERS, PASSWORD, type Peer, post } from "./peer.ts";

export async function startBetterAuth(people: number): Promise<Peer> {
  const { origin, target, stop } = await startBetterAuthProcess();
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
    target,
    order: ordersOf(origin, email, cookies),
    stop,
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
