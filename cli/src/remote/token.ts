import { usageFailure } from "../failure.ts";

/** A personal access token, as far as its form tells: nothing else is sent to a server. */
export function requireToken(typed: string, where: string): string {
  const token = typed.trim();
  if (/^svc_pat_[0-9A-Za-z]+$/.test(token)) return token;
  const problem = token === "" ? "is empty" : "is not a personal access token, which begins with svc_pat_";
  throw usageFailure(
    `${where} ${problem}`,
    "to create one, run on the server: svc admin token create --email <address>",
  );
}
