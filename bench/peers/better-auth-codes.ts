import type { CodePeer } from "../code-peer.ts";
import type { Call } from "../generator/order.ts";
import { emailOf } from "../many-users.ts";
import { startBetterAuthProcess } from "./better-auth-process.ts";
import { inTurns, jsonBody, post } from "./peer.ts";

/** better-auth with its plugin for codes by email, which stores and emails six digits. */
export async function startBetterAuthCodes(): Promise<CodePeer> {
  const { origin, target, stop } = await startBetterAuthProcess({ emailCodes: true });

  /** Has a code sent to each address, and returns the sign-ins with them. */
  async function signIns(count: number): Promise<{ email: string; otp: string }[]> {
    await inTurns(count, async (n) => {
      const asked = { email: emailOf(n), type: "sign-in" };
      const sent = await post(`${origin}/api/auth/email-otp/send-verification-otp`, asked, { origin });
      await sent.arrayBuffer();
    });
    const codes = (await (await fetch(`${origin}/emailed-codes`)).json()) as Record<string, string>;
    return Array.from({ length: count }, (_, n) => ({ email: emailOf(n), otp: codes[emailOf(n)] ?? "" }));
  }

  let users = 0;
  return {
    name: "better-auth",
    call: "sign-in/email-otp",
    target,
    stop,
    async prepare(count): Promise<Call[]> {
      // The first sign-in creates the user. Those that are measured find one.
      if (users < count) {
        const first = await signIns(count);
        await inTurns(count, async (n) => {
          const answer = await post(`${origin}/api/auth/sign-in/email-otp`, first[n] ?? {}, { origin });
          await answer.arrayBuffer();
        });
        users = count;
      }
      return (await signIns(count)).map((body) => ({
        path: "/api/auth/sign-in/email-otp",
        headers: { "content-type": "application/json", origin },
        body: jsonBody(body),
      }));
    },
  };
}
