import type { Environment } from "@svc/server/config";
import { nearest } from "@svc/server/nearest";
import type { CommandContext } from "../command.ts";
import { type Contexts, isOpenToOthers, readContexts, type SavedContext } from "../contexts.ts";
import { currentProcess } from "../current-process.ts";
import { Failure, usageFailure } from "../failure.ts";
import { isPlainToOthers, parseServerUrl } from "./server-url.ts";
import { requireToken } from "./token.ts";

/** The server that a command talks to. */
export type Target = Readonly<{
  url: string;
  token: string;
  /** What to do when the token is not accepted. */
  renew: string;
}>;

/** --context, then SVC_CONTEXT, then SVC_URL with SVC_TOKEN, then the current context. */
export function findTarget({ flags, output }: Pick<CommandContext, "flags" | "output">): Target {
  const { env } = currentProcess();
  const context = flags.context ?? (env.SVC_CONTEXT || undefined);
  if (context === undefined) {
    const named = targetOfVariables(env);
    if (named !== undefined) {
      if (isPlainToOthers(named.url)) output.warn(plainWarning(named.url));
      return named;
    }
  }
  const chosen = chooseContext(readContexts(env), context);
  if (isOpenToOthers(env)) output.warn("other users of this machine can read your tokens; log in again");
  const { name, url, token } = chosen;
  return { url, token, renew: `svc login ${url}${name === new URL(url).host ? "" : ` --name ${name}`}` };
}

export function plainWarning(url: string): string {
  return `${new URL(url).host} is reached without encryption: the token can be read on the way; use https`;
}

function targetOfVariables({ SVC_URL, SVC_TOKEN }: Environment): Target | undefined {
  if (SVC_URL && SVC_TOKEN) {
    const url = parseServerUrl(SVC_URL, "SVC_URL");
    return { url, token: requireToken(SVC_TOKEN, "SVC_TOKEN"), renew: "put a valid token into SVC_TOKEN" };
  }
  // Going on with the current context would act on a server that nobody meant.
  if (SVC_URL || SVC_TOKEN) {
    const [set, missing] = SVC_URL ? ["SVC_URL", "SVC_TOKEN"] : ["SVC_TOKEN", "SVC_URL"];
    throw usageFailure(`${set} is set without ${missing}`, `also set ${missing}, or pass --context`);
  }
  return undefined;
}

function chooseContext({ all, current }: Contexts, name: Flag): SavedContext {
  if (name !== undefined) return requireContext(all, String(name));
  const chosen = all.find((context) => context.name === current);
  if (chosen !== undefined) return chosen;
  const message = all.length === 0 ? "you are not logged in to any server" : "no current context";
  const hint = all.length === 0 ? "svc login <url>" : "svc context use <name>, or --context <name>";
  throw new Failure("unauthenticated", "NO_CONTEXT", message, hint);
}

type Flag = CommandContext["flags"][string];

export function requireContext(all: readonly SavedContext[], name: string): SavedContext {
  const found = all.find((context) => context.name === name);
  if (found !== undefined) return found;
  const names = all.map((context) => context.name);
  const meant = nearest(name, names);
  const hint = meant === undefined ? "svc context list shows them" : `did you mean ${meant}?`;
  const message = `there is no context ${JSON.stringify(name)}`;
  throw new Failure("not_found", "NOT_FOUND", message, names.length === 0 ? "svc login <url>" : hint);
}
