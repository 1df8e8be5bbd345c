import type { ApplyProjectSpecResponseJson } from "@svc/proto/svc/admin/v1/project_spec_pb";
import { type CommandContext, textFlag } from "../command.ts";
import { Failure } from "../failure.ts";
import { confirm, mustAsk, readPiped } from "../prompt.ts";
import { oneLine } from "../table.ts";
import { type Call, remoteClient } from "./client.ts";
import { countChanges, printPlan } from "./plan.ts";
import { hiddenSecret } from "./project-create.ts";
import { readGivenFile } from "./read-given-file.ts";

type Plan = ApplyProjectSpecResponseJson;

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const file = textFlag(flags, "file");
  const specYaml = await readSpec(file);
  const call = remoteClient(context);
  const plan = await apply(call, file, { specYaml, dryRun: true });
  for (const warning of plan.warnings ?? []) output.warn(warning);

  const { changes = [] } = plan;
  const planned = countChanges(changes);
  if (changes.length > 0 && !output.json) printPlan(output, plan);
  if (planned > 0 && mustAsk(context)) await confirm(question(plan, planned));

  // Secrets of the spec are written on every apply, also when nothing else is.
  const done = changes.length > 0 ? await apply(call, file, { specYaml, dryRun: false }) : plan;
  const { secretKey = "", ...shown } = done;
  if (output.json) return output.printJson(shown);
  if (JSON.stringify(done.changes ?? []) !== JSON.stringify(changes)) {
    output.warn("the project was changed meanwhile; this is what was applied:");
    printPlan(output, done);
  }
  output.say(report(done));
  if (secretKey !== "") output.say(hiddenSecret(done.project?.slug));
}

function question({ created, project }: Plan, planned: number): string {
  return created ? "Create this project?" : `Apply ${changesOf(planned)} to ${project?.slug}?`;
}

function report({ created, changes = [], project }: Plan): string {
  const count = countChanges(changes);
  const rewritten = changes.length - count;
  const secrets = rewritten === 0 ? "" : `; ${rewritten} ${rewritten === 1 ? "secret" : "secrets"} rewritten`;
  if (count === 0) return `no changes${secrets}`;
  const slug = project?.slug ?? "";
  return `${created ? `created project ${slug}` : `applied ${changesOf(count)} to ${slug}`}${secrets}`;
}

function changesOf(count: number): string {
  return count === 1 ? "1 change" : `${count} changes`;
}

async function apply(
  call: Call,
  file: string,
  request: { specYaml: string; dryRun: boolean },
): Promise<Plan> {
  try {
    return await call("ProjectService", "applyProjectSpec", request);
  } catch (error) {
    throw error instanceof Failure ? withPlace(error, file) : error;
  }
}

/** `spec.yaml:3:5: settings.timezon: there is no such key; did you mean timezone?` */
function withPlace(failure: Failure, file: string): Failure {
  const { line, column, field, problem } = failure.metadata;
  if (line === undefined || field === undefined || problem === undefined) return failure;
  const message = `${file === "-" ? "standard input" : file}:${line}:${column}: ${field}: ${problem}`;
  const hint = "svc project dump writes a spec that is right, with a comment on each key";
  return new Failure(failure.code, failure.reason, oneLine(message), hint);
}

async function readSpec(file: string): Promise<string> {
  const hint = "svc project apply -f spec.yaml, or -f - with the spec on standard input";
  if (file === "-") return readPiped("-f -", hint);
  return readGivenFile(file, hint).toString("utf8");
}
