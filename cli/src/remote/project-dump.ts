import type { CommandContext } from "../command.ts";
import { Failure, usageFailure } from "../failure.ts";
import { type Call, remoteClient } from "./client.ts";
import { listProjects } from "./list-projects.ts";

export async function run(context: CommandContext): Promise<void> {
  const { args, flags, output } = context;
  const call = remoteClient(context);
  const project = args[0] ?? (await onlyProject(call));
  const answer = await call("ProjectService", "getProjectSpec", { project });
  const { specYaml = "", etag = "" } = answer;
  const withEtag =
    flags.withEtag === true && etag !== "" ? `etag: ${JSON.stringify(etag)}\n${specYaml}` : specYaml;
  if (output.json) output.printJson({ ...answer, specYaml: withEtag });
  else output.printText(withEtag);
}

async function onlyProject(call: Call): Promise<string> {
  const slugs = (await listProjects(call)).map(({ slug = "" }) => slug);
  const [only, ...others] = slugs;
  if (only === undefined) {
    throw new Failure(
      "not_found",
      "NOT_FOUND",
      "there are no projects",
      "to create one: svc project create <name>",
    );
  }
  if (others.length === 0) return only;
  const shown = slugs.length > 5 ? `${slugs.slice(0, 5).join(", ")}, ...` : slugs.join(", ");
  throw usageFailure(`there are ${slugs.length} projects: ${shown}`, `svc project dump ${only}`);
}
