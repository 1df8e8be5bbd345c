import { argument, type CommandContext, type Flags } from "../command.ts";
import { type Contexts, contextsFile, readContexts, writeContexts } from "../contexts.ts";
import { currentProcess } from "../current-process.ts";
import { usageFailure } from "../failure.ts";
import type { Output } from "../output.ts";
import { canAsk, readHidden, readPiped } from "../prompt.ts";
import { clientOf } from "./client.ts";
import { notSvc } from "./network-failure.ts";
import { isPlainToOthers, parseServerUrl } from "./server-url.ts";
import { plainWarning } from "./target.ts";
import { requireToken } from "./token.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output, version } = context;
  const { env } = currentProcess();
  const url = parseServerUrl(argument(context, 0), "<url>");
  const name = nameOf(flags, url);
  const saved = readContexts(env); // before the token is asked for: a damaged file must not cost one
  if (isPlainToOthers(url)) output.warn(plainWarning(url));

  const token = requireToken(await readToken(url, output), "the token");
  const renew = "svc admin token create --email <address> creates a new one on the server";
  const answer = await clientOf({ url, token, renew }, version)("SessionService", "getCurrentAdmin", {});
  const { admin } = answer;
  if (admin?.email === undefined) throw notSvc(url, { status: 200, headers: {}, body: "" });

  writeContexts(env, withContext(saved, { name, url, token }));
  if (output.json) output.printJson({ name, url, admin });
  else output.say(`logged in to ${url} as ${admin.email}; saved as context ${name} in ${contextsFile(env)}`);
}

function nameOf({ name }: Flags, url: string): string {
  if (name === undefined) return new URL(url).host;
  if (/^[^\s\p{C}-][^\s\p{C}]{0,99}$/u.test(String(name))) return String(name);
  throw usageFailure("--name is not a name for a context", "write one word, like --name production");
}

async function readToken(url: string, output: Output): Promise<string> {
  const hint = "pipe the token in";
  if (output.json || !canAsk()) return readPiped("login", hint);
  return readHidden(`Personal access token for ${url}: `);
}

function withContext({ all }: Contexts, added: Contexts["all"][number]): Contexts {
  const others = all.filter(({ name }) => name !== added.name);
  return { current: added.name, all: [...others, added] };
}
