import type { AppleSettingsJson, ProjectJson } from "@svc/proto/svc/admin/v1/project_pb";
import { type CommandContext, textFlag } from "../command.ts";
import { providerChecks } from "../doctor/provider-checks.ts";
import { Failure, usageFailure } from "../failure.ts";
import type { Output } from "../output.ts";
import { ask, canAsk } from "../prompt.ts";
import type { AppleKeyFile } from "../remote/apple-key-file.ts";
import { remoteClient } from "../remote/client.ts";
import { providerOrigins } from "../remote/provider-origins.ts";
import { tryAppleKey } from "../remote/try-client.ts";
import { type AppId, ensureAppId } from "./apple-app-id.ts";
import { type AppleInput, readAppleInput, readSignInKey, refuseSameKey } from "./apple-input.ts";
import { type AppleFacts, appleSteps, keyStep } from "./apple-steps.ts";
import { tellChanges, tellRest } from "./report.ts";
import { saveSettings } from "./save-settings.ts";
import { renderSteps } from "./step.ts";
import { timeToWait } from "./time-to-wait.ts";

const WAIT_MS = 15_000;

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const call = remoteClient(context);
  const input = readAppleInput(context);
  const { project = {} } = await call("ProjectService", "getProject", {
    project: textFlag(flags, "project"),
  });
  const { baseUrl = "", smtp } = await call("InstanceSettingsService", "getInstance", {});
  const stored = project.settings?.apple ?? {};
  refuseOtherKey(input, stored);
  const appId = await ensure(output, input, project);

  const ids = idsOf(input, stored, appId);
  const facts = {
    slug: project.slug ?? "",
    baseUrl,
    mailFrom: smtp?.fromAddress ?? "",
    hasAppId: appId !== undefined,
  };
  const key = await newKey(output, input, { ...facts, apple: { ...stored, ...ids } });
  if (key !== undefined) await requireAccepted(output, key, ids);

  const wanted = {
    ...((ids.bundleId !== "" || ids.servicesId !== "") && { enabled: true }),
    ...ids,
    ...(key && { keyId: key.keyId }),
  };
  const secret: Record<string, string> = key === undefined ? {} : { privateKey: key.pem };
  const { project: saved, changes } = await saveSettings(call, "apple", project, wanted, secret);
  tellChanges(output, changes, facts.slug);
  tellRest(output, {
    project: facts.slug,
    provider: "apple",
    changes,
    checks: await providerChecks(call, facts.slug, "apple"),
    steps: appleSteps({ ...facts, apple: saved.settings?.apple ?? {} }),
    ...(appId && { done: appId.done }),
  });
}

type Ids = Readonly<{ bundleId: string; servicesId: string; teamId: string }>;

function idsOf(input: AppleInput, stored: AppleSettingsJson, appId: AppId | undefined): Ids {
  const prefix = /^[A-Z\d]{10}$/.test(appId?.prefix ?? "") ? (appId?.prefix ?? "") : "";
  return {
    bundleId: input.bundleId || stored.bundleId || "",
    servicesId: input.servicesId || stored.servicesId || "",
    teamId: input.teamId || stored.teamId || prefix,
  };
}

async function ensure(
  output: Output,
  { console: key, bundleId }: AppleInput,
  { name = "", settings }: ProjectJson,
): Promise<AppId | undefined> {
  if (key === undefined) return undefined;
  const id = bundleId || settings?.apple?.bundleId || "";
  if (id === "")
    throw usageFailure("--p8 needs --bundle-id", "it is the app that App Store Connect looks for");
  return ensureAppId(output, key, { bundleId: id, name });
}

/** A stored key is kept unless somebody says that it is to go. */
function refuseOtherKey({ signInKey, rotateKey }: AppleInput, { hasKey, keyId }: AppleSettingsJson): void {
  if (!hasKey || rotateKey || signInKey === undefined || signInKey.keyId === keyId) return;
  throw new Failure(
    "failed_precondition",
    "KEY_STORED",
    `the project already has the key ${keyId}; nothing was changed`,
    `--rotate-key replaces it with ${signInKey.keyId}`,
  );
}

/** The key to store, or undefined when the stored one stays or none is at hand. */
async function newKey(
  output: Output,
  { signInKey, rotateKey, console: consoleKey }: AppleInput,
  facts: AppleFacts,
): Promise<AppleKeyFile | undefined> {
  const isKept = facts.apple.hasKey === true && !rotateKey;
  if (isKept) {
    if (signInKey !== undefined) output.say(`the key ${signInKey.keyId} is already stored`);
    return undefined;
  }
  if (signInKey !== undefined) return signInKey;
  if (output.json || !canAsk()) {
    if (!rotateKey) return undefined;
    throw usageFailure(
      "--rotate-key needs the new key: Apple has no API to create one",
      `create it at developer.apple.com, Keys, then --rotate-key --sign-in-key AuthKey_....p8`,
    );
  }
  output.sayText(`\n${renderSteps([keyStep(facts)])}\n`);
  const file = await ask("Path of the downloaded AuthKey_....p8 (Enter to do it later): ");
  if (file === "") return undefined;
  const key = readSignInKey(file);
  if (consoleKey !== undefined) refuseSameKey(key, consoleKey);
  return key;
}

/** A key that Apple refuses, or that cannot be tried, is not saved. */
async function requireAccepted(output: Output, file: AppleKeyFile, ids: Ids): Promise<void> {
  const { teamId, bundleId, servicesId } = ids;
  if (teamId === "") throw usageFailure("the key needs the team's id", "--team-id ABCDE12345");
  for (const clientId of [bundleId, servicesId].filter((id) => id !== "")) {
    const waitMs = await timeToWait(providerOrigins().apple ?? "https://appleid.apple.com", WAIT_MS);
    const tried = await tryAppleKey(file.key, { teamId, keyId: file.keyId, clientId }, waitMs);
    if (tried.kind === "accepted") output.say(`Apple accepts the key ${file.keyId} for ${clientId}`);
    else if (tried.kind === "unreachable") {
      throw new Failure(
        "unavailable",
        "UNREACHABLE",
        `Apple cannot be reached to try the key: ${tried.why}; nothing was saved in svc`,
        "run it again on a machine with internet access",
      );
    } else if (tried.error === "invalid_client") {
      throw new Failure(
        "failed_precondition",
        "PROVIDER_REFUSED",
        `Apple refuses the key ${file.keyId} for ${clientId} (invalid_client); nothing was saved in svc`,
        `the key must have Sign in with Apple, belong to the team ${teamId} and to the app of ${clientId}; a new key can take a few minutes to work`,
      );
    } else output.warn(`Apple answers ${tried.error} to the key for ${clientId}`);
  }
}
