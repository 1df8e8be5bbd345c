import type { GetInstanceResponseJson } from "@svc/proto/svc/admin/v1/instance_pb";
import { type CommandContext, type Flags, givenText } from "../command.ts";
import { currentProcess } from "../current-process.ts";
import { usageFailure } from "../failure.ts";
import { type AppleKeyFile, readAppleKeyFile } from "../remote/apple-key-file.ts";
import { type Call, clientOf } from "../remote/client.ts";
import { findTarget } from "../remote/target.ts";
import { appleKeyChecks } from "./apple-key-checks.ts";
import { backupCheck } from "./backup-check.ts";
import { type BillingKeys, billingChecks, keyChecks, readBillingKeys } from "./billing-checks.ts";
import { certificateCheck } from "./certificate-check.ts";
import { type Check, checkOf, refusedCheck } from "./check.ts";
import { databaseCheck } from "./database-check.ts";
import { dkimChecks } from "./dkim-checks.ts";
import { mailChecks } from "./mail-checks.ts";
import { senderChecks, signingChecks } from "./project-checks.ts";
import { passkeyChecks, providerChecks } from "./provider-checks.ts";
import { proxyCheck } from "./proxy-check.ts";
import { renewalCheck } from "./renewal-check.ts";
import { countOf, printChecks, requireNoFailures, summaryOf } from "./report.ts";
import { addressChecks, reachabilityChecks, versionCheck } from "./server-checks.ts";
import { upgradeCheck } from "./upgrade-check.ts";

type Options = Readonly<{
  project: string;
  smtpTo: string;
  appleKey: AppleKeyFile | undefined;
  billingKeys: BillingKeys;
}>;

export async function run(context: CommandContext): Promise<void> {
  const { flags, output, version } = context;
  const options = await readOptions(flags);
  const target = findTarget(context);
  const call = clientOf(target, version);
  output.say(`checking ${target.url} ...`);

  const [api, certificate, reachability] = await Promise.all([
    askInstance(call),
    certificateCheck(target.url),
    reachabilityChecks(target.url),
  ]);
  const checks = [
    api.check,
    ...(certificate === undefined ? [] : [certificate]),
    ...reachability,
    ...(api.instance === undefined
      ? unasked(options)
      : await instanceChecks({ call, url: target.url, version, instance: api.instance }, options)),
    // Without a project, or a server, there is still Stripe to ask.
    ...(options.project === "" || api.instance === undefined ? await keyChecks({}, options.billingKeys) : []),
  ];
  report(context, checks);
}

function report({ output }: CommandContext, checks: readonly Check[]): void {
  if (output.json) {
    output.printJson({
      checks,
      failures: countOf(checks, "failure"),
      warnings: countOf(checks, "warning"),
      notChecked: countOf(checks, "not_checked"),
    });
  } else printChecks(output, checks, currentProcess().stdout.isTTY === true);
  output.say(summaryOf(checks));
  requireNoFailures(checks, "each failure above shows how to fix it");
}

async function readOptions(flags: Flags): Promise<Options> {
  const project = givenText(flags, "project");
  const keyFile = givenText(flags, "appleKey");
  if (keyFile !== "" && project === "") {
    throw usageFailure("--apple-key needs --project", "svc doctor --project acme --apple-key AuthKey.p8");
  }
  return {
    project,
    smtpTo: givenText(flags, "smtpTo"),
    appleKey: keyFile === "" ? undefined : readAppleKeyFile(keyFile, "apple-key"),
    billingKeys: await readBillingKeys(flags, project),
  };
}

type Asked = Readonly<{ check: Check; instance?: GetInstanceResponseJson }>;

async function askInstance(call: Call): Promise<Asked> {
  const check = checkOf("admin_api", "admin API");
  try {
    const { admin } = await call("SessionService", "getCurrentAdmin", {});
    const instance = await call("InstanceSettingsService", "getInstance", {});
    return { check: check.ok(`the token belongs to ${admin?.email}`), instance };
  } catch (error) {
    return { check: refusedCheck(check, error) };
  }
}

/** What the server tells owners only. */
const OF_OWNERS = [
  ["database", "database"],
  ["proxy", "caller addresses"],
  ["backup", "backups"],
  ["smtp", "mail relay"],
] as const;

/** What only the admin API could have told. */
function unasked({ project, smtpTo }: Options): Check[] {
  const titles: readonly (readonly [string, string])[] = [
    ["version", "version"],
    ["base_url", "base URL"],
    ...OF_OWNERS,
    ...(smtpTo === "" ? [] : [["test_mail", "test mail"] as const]),
    ...(project === "" ? [] : [["project", `project ${project}`] as const]),
  ];
  return titles.map(([id, title]) => checkOf(id, title).notChecked("the admin API did not answer"));
}

type Reached = Readonly<{ call: Call; url: string; version: string; instance: GetInstanceResponseJson }>;

async function instanceChecks({ call, url, version, instance }: Reached, options: Options): Promise<Check[]> {
  const renewal = renewalCheck(instance, Date.now());
  const upgrade = upgradeCheck(instance);
  const [database, ...others] = instance.database
    ? [
        databaseCheck(instance),
        proxyCheck(instance, Date.now()),
        backupCheck(instance, Date.now()),
        ...(await mailChecks(call, instance, options.smtpTo)),
        ...(await dkimChecks(call, instance)),
      ]
    : OF_OWNERS.map(([id, title]) => checkOf(id, title).notChecked("only owners of the instance see this"));
  return [
    versionCheck(instance, version),
    ...(database === undefined ? [] : [database]),
    ...(upgrade === undefined ? [] : [upgrade]),
    ...addressChecks(url, instance),
    ...(renewal === undefined ? [] : [renewal]),
    ...others,
    ...(options.project === "" ? [] : await projectChecks(call, instance, options)),
  ];
}

async function projectChecks(
  call: Call,
  instance: GetInstanceResponseJson,
  { project: name, appleKey, billingKeys }: Options,
): Promise<Check[]> {
  const check = checkOf("project", `project ${name}`);
  try {
    const { project = {} } = await call("ProjectService", "getProject", { project: name });
    const slug = project.slug ?? name;
    const groups = await Promise.all([
      signingChecks(call, project, instance.baseUrl ?? ""),
      providerChecks(call, slug, "google"),
      providerChecks(call, slug, "apple"),
      passkeyChecks(call, slug),
      billingChecks(call, slug, billingKeys),
      ...(appleKey === undefined ? [] : [appleKeyChecks(project.settings?.apple ?? {}, appleKey)]),
    ]);
    return [check.ok(`${project.name}, ${project.id}`), ...senderChecks(project), ...groups.flat()];
  } catch (error) {
    return [refusedCheck(check, error)];
  }
}
