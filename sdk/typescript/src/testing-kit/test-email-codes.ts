import { toBase64Url } from "../base64url.ts";
import { sha256 } from "../sha256.ts";
import { Refusal } from "./refusal.ts";
import { BASE_URL, SLUG } from "./test-accounts.ts";

const LIFETIME_MS = 10 * 60_000;
const ATTEMPTS = 5;

/** What an email with a code says. */
export type TestEmailCode = Readonly<{
  /** What the user types. */
  code: string;
  /** What opens the app, for `emailCodeFromUrl`. */
  link: string;
}>;

type Flow = TestEmailCode & { id: string; email: string; challenge: string; expiresAt: number; left: number };

export type TestEmailCodes = {
  /** Sends a code, and voids the older one of the same flow. Returns the flow's id. */
  send: (email: string, challenge: string, flowId: string) => string;
  /** Uses a code up. Returns where it was sent. */
  redeem: (flowId: string, code: string, verifier: string) => string;
  newestFor: (email: string) => TestEmailCode | undefined;
};

export function keepEmailCodes(now: () => number, newId: () => string): TestEmailCodes {
  const flows = new Map<string, Flow>();
  const sent = new Map<string, TestEmailCode>();
  let codes = 0;
  const find = (flowId: string) => {
    const flow = flows.get(flowId);
    return flow && flow.expiresAt > now() ? flow : undefined;
  };
  return {
    newestFor: (email) => sent.get(email),

    send(email, challenge, flowId) {
      const last = find(flowId);
      const id = last?.email === email && last.challenge === challenge ? flowId : newId();
      const code = String(++codes).padStart(8, "0");
      const mail = { code, link: `${BASE_URL}/p/${SLUG}/app?flow=${id}&code=${code}` };
      flows.set(id, { ...mail, id, email, challenge, expiresAt: now() + LIFETIME_MS, left: ATTEMPTS });
      sent.set(email, mail);
      return id;
    },

    redeem(flowId, code, verifier) {
      const flow = find(flowId);
      if (!flow?.left || toBase64Url(sha256(verifier)) !== flow.challenge) throw wrongCode(0);
      flow.left--;
      if (code !== flow.code) throw wrongCode(flow.left);
      flows.delete(flowId);
      return flow.email;
    },
  };
}

const wrongCode = (left: number) => new Refusal("EMAIL_CODE_INVALID", { attempts_left: String(left) });
