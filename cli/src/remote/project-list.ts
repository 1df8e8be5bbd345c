import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { listProjects } from "./list-projects.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const projects = await listProjects(remoteClient(context));
  if (output.json) return output.printJson({ projects, nextPageToken: "" });
  if (projects.length === 0) return output.say("no projects; to create one: svc project create <name>");
  output.printTable(
    ["SLUG", "NAME", "ID", "PUBLISHABLE KEY", "CREATED"],
    projects.map(({ slug = "", name = "", id = "", publishableKey = "", createdAt = "" }) => [
      slug,
      name,
      id,
      publishableKey,
      createdAt,
    ]),
  );
}
