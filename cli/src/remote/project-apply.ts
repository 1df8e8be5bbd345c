import type { ApplyProjectSpecResponseJson } from "@svc/proto/svc/admin/v1/project_spec_pb";
import { type CommandContext, givenText, textFlag } from "../command.ts";
import { Failure } from "../failure.ts";
import type { Output } from "../output.ts";
import { confirm, mustAsk, readPiped } from "../prompt.ts";
import { affectedBy, warnOfImpacts } from "./catalog-impacts.ts";
import { type Call, remoteClient } from "./client.ts";
import { printPlan, realChanges } from "./plan.ts";
import { hiddenSecret } from "./project-create.ts";
import { readGivenFile } from "./read-given-file.ts";

type Plan = ApplyProjectSpecResponseJson;
type Wish = Readonly<{ specYaml: string; merge: boolean; etag: string }>;

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const file = textFlag(flags, "file");
  const wish = {
    specYaml: await readSpec(file),
    merge: flags.merge === true,
    etag: givenText(flags, "etag"),
  };
  const call = remoteClient(context);
  const plan = await apply(call, file, wish, true);
  for (const warning of plan.warnings ?? []) output.warn(warning);

  const { changes = [] } = plan;
  const planned = realChanges(changes).length;
  if (changes.length > 0 && !output.json) tellPlan(output, plan);
  warnOfImpacts(output, plan.catalogImpacts ?? []);
  if (planned > 0 && mustAsk(context)) await confirm(question(plan, planned));

  // Secrets of the spec are written on every apply, also when nothing else is.
  // With the version of the plan, so that exactly what was shown is applied.
  const planOnly = { ...wish, etag: plan.etag ?? "" };
  const done = changes.length > 0 ? await apply(call, file, planOnly, false) : plan;
  const { secretKey = "", ...shown } = done;
  if (output.json) return output.printJson({ ...shown, changes: realChanges(done.changes ?? []) });
  if (JSON.stringify(done.changes ?? []) !== JSON.stringify(changes)) {
    output.warn("the project changed in the meantime; these changes were applied:");
    tellPlan(output, done);
  }
  output.say(report(done));
  if (secretKey !== "") output.say(hiddenSecret(done.project?.slug));
}

/** The plan, and last how much of it happens only because the spec does not mention it. */
function tellPlan(output: Output, plan: Plan): void {
  printPlan(output, plan);
  const { turnedOffByOmission: count = 0 } = plan;
  if (count === 0) return;
  const what = count === 1 ? "1 setting is" : `${count} settings are`;
  const them = count === 1 ? "it" : "them";
  output.say(`${what} turned off because the spec leaves ${them} out; --merge keeps ${them} on`);
}

function question({ created, project, catalogImpacts = [] }: Plan, planned: number): string {
  if (created) return "Create this project?";
  return `Apply ${changesOf(planned)} to ${project?.slug}?${affectedBy(catalogImpacts)}`;
}

function report({ created, changes = [], project }: Plan): string {
  const count = realChanges(changes).length;
  const rewritten = changes.length - count;
  const secrets = rewritten === 0 ? "" : `; ${rewritten} ${rewritten === 1 ? "secret" : "secrets"} rewritten`;
  if (count === 0) return `no changes${secrets}`;
  const slug = project?.slug ?? "";
  return `${created ? `created project ${slug}` : `applied ${changesOf(count)} to ${slug}`}${secrets}`;
}

function changesOf(count: number): string {
  return count === 1 ? "1 change" : `${count} changes`;
}

async function apply(call: Call, file: string, wish: Wish, dryRun: boolean): Promise<Plan> {
  try {
    const plan = await call("ProjectService", "applyProjectSpec", { ...wish, dryRun });
    if (wish.merge && plan.merged !== true) throw serverTooOld("--merge");
    if (wish.etag !== "" && plan.etag === undefined) throw serverTooOld("--etag");
    return plan;
  } catch (error) {
    throw error instanceof Failure ? withPlace(error, file) : error;
  }
}

/** An older server ignores what it does not know: it would turn off what the spec leaves out, or overwrite. */
function serverTooOld(flag: string): Failure {
  const message = `this server is too old for ${flag}; nothing was changed`;
  return new Failure(
    "failed_precondition",
    "SERVER_TOO_OLD",
    message,
    `update the server, or leave ${flag} out`,
  );
}

/** `spec.yaml:3:5: settings.timezon: there is no such key; did you mean timezone?` */
function withPlace(failure: Failure, file: string): Failure {
  const { line, column, field, problem } = failure.metadata;
  if (line === undefined || field === undefined || problem === undefined) return failure;
  const message = `${file === "-" ? "standard input" : file}:${line}:${column}: ${field}: ${problem}`;
  const hint = "svc project dump prints a valid spec with a comment on each key";
  return new Failure(failure.code, failure.reason, message, hint);
}

async function readSpec(file: string): Promise<string> {
  const hint = "svc project apply -f spec.yaml, or -f - with the spec on standard input";
  if (file === "-") return readPiped("-f -", hint);
  return readGivenFile(file, hint).toString("utf8");
}
