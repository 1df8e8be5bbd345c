import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DescMethod } from "@bufbuild/protobuf";
import { type CommandSpec, splitUsage } from "../../cli/src/command.ts";
import { commands } from "../../cli/src/commands.ts";
import { anchorOf } from "../../server/src/http/docs/anchors.ts";
import { code, link } from "./markdown.ts";

const CLI = join(import.meta.dirname, "../../cli/src");
const CALL = /\(\s*"([A-Z]\w*Service)",\s*"([a-z])(\w*)"/g;
const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;
const MAX_COMMANDS = 3;

/** The commands that do the same as a method of svc.admin.v1. */
export type CommandsOf = (method: DescMethod) => readonly string[];

type Caller = Readonly<{ spec: CommandSpec; steps: number }>;

/**
 * Found in the sources: the file of a command is named as typed, and it or a file that it imports calls the server by
 * service and method. A command that prints the response is the right one; otherwise those that call most directly.
 */
export function readCommands(): CommandsOf {
  const callers = new Map<string, Caller[]>();
  for (const spec of commands) {
    for (const [call, steps] of callsOf(spec))
      callers.set(call, [...(callers.get(call) ?? []), { spec, steps }]);
  }
  return ({ parent, name, output }) => {
    const found = parent.typeName.startsWith("svc.admin.v1.")
      ? (callers.get(`${parent.name}.${name}`) ?? [])
      : [];
    const printing = found.filter(({ spec }) => spec.json === output.name);
    const fewest = Math.min(...found.map(({ steps }) => steps));
    const nearest = found.filter(({ steps }) => steps === fewest);
    return (printing.length > 0 ? printing : nearest).slice(0, MAX_COMMANDS).map(({ spec }) => linkTo(spec));
  };
}

function linkTo({ usage }: CommandSpec): string {
  return link(code(`svc ${splitUsage(usage).path.join(" ")}`), `../cli.md#${anchorOf(`svc ${usage}`)}`);
}

/** Each call with the number of imports between the command and it. */
function callsOf({ usage }: CommandSpec): ReadonlyMap<string, number> {
  const name = `${splitUsage(usage).path.join("-")}.ts`;
  const file = readdirSync(CLI, { recursive: true, encoding: "utf8" }).find((path) =>
    path.endsWith(`/${name}`),
  );
  const calls = new Map<string, number>();
  const seen = new Set<string>();
  let level = file === undefined ? [] : [join(CLI, file)];
  for (let steps = 0; level.length > 0; steps++) {
    const sources = level.map((path) => ({ path, source: withoutComments(readFileSync(path, "utf8")) }));
    for (const { path } of sources) seen.add(path);
    for (const { source } of sources)
      for (const [, service, first = "", rest] of source.matchAll(CALL)) {
        const call = `${service}.${first.toUpperCase()}${rest}`;
        if (!calls.has(call)) calls.set(call, steps);
      }
    const next = sources.flatMap(({ path, source }) => importsOf(path, source));
    level = [...new Set(next)].filter((path) => !seen.has(path));
  }
  return calls;
}

function importsOf(path: string, source: string): string[] {
  const withoutTypes = source.replaceAll(/^(import|export) type [^;]*;/gm, "");
  const paths = [...withoutTypes.matchAll(IMPORT)].map(([, target = ""]) => join(dirname(path), target));
  return paths.filter((target) => target.startsWith(CLI));
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}
