import { confirmByTyping } from "../prompt.ts";
import type { Call } from "./client.ts";

/** Goes on only when the slug of the project is typed. */
export async function confirmProject(
  call: Call,
  slugOrId: string,
  warning: (project: string) => string,
): Promise<void> {
  const { project } = await call("ProjectService", "getProject", { project: slugOrId });
  const { name = "", slug = slugOrId } = project ?? {};
  await confirmByTyping(warning(`project ${name} (${slug})`), slug);
}
