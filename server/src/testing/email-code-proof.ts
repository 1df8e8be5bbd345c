import { createHash, randomBytes } from "node:crypto";
import type { Project } from "../domain/projects/project.ts";
import type { TestApp } from "./test-app.ts";

/** A code that was mailed to the address, with what only the device that asked for it has. */
export async function emailCodeProof(
  t: TestApp,
  project: Project,
  email: string,
): Promise<{ flowId: string; code: string; codeVerifier: string }> {
  const codeVerifier = randomBytes(32).toString("base64url");
  const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");
  const { flowId } = await t.auth(project).requestEmailCode({ email, codeChallenge });
  await t.deliverMail();
  const link = t.mails.findLast((mail) => mail.link?.includes(flowId))?.link ?? "";
  return { flowId, code: /code=(\d{8})$/.exec(link)?.[1] ?? "", codeVerifier };
}
