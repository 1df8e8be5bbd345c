import { argument, type CommandContext, givenText } from "../command.ts";
import { remoteClient } from "./client.ts";
import { projectFields } from "./project-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const request = { name: argument(context, 0), slug: givenText(flags, "slug") };
  const answer = await remoteClient(context)("ProjectService", "createProject", request);
  const { secretKey = "", ...shown } = answer;
  const isShown = flags.showSecret === true;
  if (output.json) return output.printJson(isShown ? answer : shown);
  const { project = {} } = answer;
  output.printFields([...projectFields(project), ...(isShown ? [["secret key", secretKey]] : [])]);
  output.say(isShown ? "save the secret key now; it is not shown again" : hiddenSecret(project.slug));
}

/** What to say about a secret key that was made and not shown. */
export function hiddenSecret(slug = ""): string {
  return `the secret key is not shown; to get one: svc project keys regenerate-secret ${slug} --show-secret`;
}
