import type { App } from "../../app.ts";
import { newToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { OneTimeCodeRow } from "../../storage/db.ts";
import { findOneTimeCode } from "../../storage/one-time-codes.ts";
import { transact } from "../../storage/transact.ts";
import type { AskedLanguages } from "../accounts/asked-languages.ts";
import { canonicalEmail } from "../accounts/email.ts";
import { enqueueWithinBudget } from "../mail/mail-budget.ts";
import { languageToQueue } from "../mail/mail-language.ts";
import type { Project } from "../projects/project.ts";
import type { Device } from "../sessions/device.ts";
import { findProvenDevice } from "./find-proven-device.ts";
import { beginFlow, requireChallenge } from "./one-time-code.ts";

type RequestApp = Pick<
  App,
  "clock" | "db" | "metrics" | "newId" | "rateLimits" | "secretBox" | "wakeMailJob"
>;

export type EmailCodeRequest = Readonly<{
  email: string;
  codeChallenge: string;
  /** Of an earlier request of the same device, whose code is to be sent again. */
  flowId: string;
  deviceToken: string;
  asked: AskedLanguages;
}>;

/**
 * Queues a code to this address and returns the id of the flow. The answer and its cost are the same whether or not there
 * is an account, and when too many codes were requested. A device where the account was used before has a budget of its
 * own, so that strangers cannot keep its owner from getting codes.
 */
export async function requestEmailCode(
  app: RequestApp,
  project: Project,
  request: EmailCodeRequest,
  device: Device,
): Promise<string> {
  requireEmailCodes(project);
  const challenge = requireChallenge(request.codeChallenge);
  const address = canonicalEmail(request.email);
  if (address === undefined) return newToken();
  const { deviceToken } = request;
  const flowId = await transact(app, async (app) => {
    const earlier = await findEarlier(app, project, request.flowId, { address, challenge });
    const asked = { purpose: "sign_in", address, challenge, device } as const;
    const flowId = earlier?.id ?? (await beginFlow(app, project, asked));
    const language = languageToQueue(project, "email_code", request.asked);
    const mail = { kind: "email_code", recipient: address, detail: flowId, language } as const;
    const knownDevice = await findProvenDevice(app, project, { email: address, deviceToken });
    await enqueueWithinBudget(app, project.id, "email_code", mail, knownDevice);
    return flowId;
  });
  app.wakeMailJob();
  return flowId;
}

export function requireEmailCodes(project: Project): void {
  if (!project.settings.allowEmailCodes) throw new AppError("EMAIL_CODE_DISABLED");
}

/** Only the device that began a flow can have another code sent for it: others know neither its id nor its challenge. */
async function findEarlier(
  app: Pick<App, "clock" | "db">,
  project: Project,
  id: string,
  { address, challenge }: Pick<OneTimeCodeRow, "address" | "challenge">,
): Promise<OneTimeCodeRow | undefined> {
  const flow = { projectId: project.id, id, purpose: "sign_in" };
  const found = await findOneTimeCode(app.db, flow, app.clock());
  return found?.address === address && found.challenge === challenge ? found : undefined;
}
