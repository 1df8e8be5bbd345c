import type { App } from "../../app.ts";
import { effectiveSmtp } from "../instance/smtp-settings.ts";
import type { ProjectDetails } from "../projects/project-details.ts";
import type { ProbeOutcome } from "./identity-provider.ts";
import { clockCheck, keysCheck, orUnavailable, type ProviderCheck, providerCheck } from "./provider-check.ts";
import { appleClient } from "./provider-client.ts";
import { callbackUrlOf } from "./start-flow.ts";

type CheckApp = Pick<App, "baseUrl" | "clock" | "configuredSmtp" | "db" | "identityProviders" | "secretBox">;

export async function checkApple(app: CheckApp, project: ProjectDetails): Promise<ProviderCheck[]> {
  const setUp = `svc setup apple --project ${project.slug}`;
  if (!project.settings.apple.enabled) {
    return [providerCheck("apple", "Apple sign-in").ok("not enabled", `${setUp} sets it up`)];
  }
  const [keys, tried, relay] = await Promise.all([
    keysCheck(providerCheck("apple_keys", "Apple's keys"), "Apple", app.identityProviders.apple.countKeys),
    keyChecks(app, project),
    relayCheck(app),
  ]);
  return [
    idsCheck(project),
    keys,
    storedKeyCheck(project, setUp),
    ...tried,
    ...redirectCheck(app, project),
    relay,
  ];
}

function idsCheck({ settings: { apple } }: ProjectDetails): ProviderCheck {
  const check = providerCheck("apple", "Apple sign-in");
  const { bundleId, servicesId, teamId, keyId } = apple;
  const wrong = Object.entries({ team_id: teamId, key_id: keyId }).filter(
    ([, id]) => id !== "" && !/^[A-Z\d]{10}$/.test(id),
  );
  if (wrong.length > 0) {
    const seen = wrong.map(([name, id]) => `apple.${name} is ${id}`).join(", ");
    return check.failure(
      `${seen}: Apple's ids have 10 uppercase letters and digits`,
      "copy them from developer.apple.com",
    );
  }
  if (bundleId !== "" && bundleId === servicesId) {
    const seen = "apple.services_id is the bundle id";
    return check.failure(seen, "create a separate Services ID at developer.apple.com > Identifiers");
  }
  const ids = { bundle_id: bundleId, services_id: servicesId, team_id: teamId, key_id: keyId };
  return check.ok(
    Object.entries(ids)
      .flatMap(([name, id]) => (id ? [name] : []))
      .join(", "),
  );
}

function storedKeyCheck({ settings: { apple }, secrets }: ProjectDetails, setUp: string): ProviderCheck {
  const check = providerCheck("apple_key", "Apple key stored");
  const parts = {
    key: secrets.has("apple_private_key"),
    "team id": apple.teamId !== "",
    "key id": apple.keyId !== "",
  };
  const lacks = Object.entries(parts).flatMap(([part, isThere]) => (isThere ? [] : [`no ${part}`]));
  if (lacks.length === 0) return check.ok("stored, with team id and key id");
  const remedy = `${setUp} --team-id ... --sign-in-key AuthKey_....p8`;
  return apple.servicesId === ""
    ? check.warning(`${lacks.join(", ")}: Apple cannot be notified when an account is deleted`, remedy)
    : check.failure(`${lacks.join(", ")}: sign-in in the browser does not work`, remedy);
}

/** Tries the stored key at Apple, once for each client id. */
async function keyChecks(app: CheckApp, project: ProjectDetails): Promise<ProviderCheck[]> {
  const { bundleId, servicesId } = project.settings.apple;
  const ids = Object.entries({ bundle_id: bundleId, services_id: servicesId });
  const tried = await Promise.all(
    ids.map(async ([kind, clientId]) => {
      const client = await appleClient(app, project, clientId);
      if (client === undefined) return [];
      const outcome = await orUnavailable(app.identityProviders.apple.probe(client));
      return [{ outcome, check: triedCheck(kind, clientId, outcome) }];
    }),
  );
  const all = tried.flat();
  const clock = providerCheck("apple_clock", "clock and Apple's");
  return [
    ...all.map(({ check }) => check),
    ...clockCheck(
      clock,
      "Apple",
      app.clock(),
      all.map(({ outcome }) => outcome),
    ),
  ];
}

function triedCheck(
  kind: string,
  clientId: string,
  outcome: ProbeOutcome | { unavailable: string },
): ProviderCheck {
  const check = providerCheck(`apple_key_${kind}`, `Apple key for ${clientId}`);
  if ("unavailable" in outcome) return check.unknown(`could not be tested: ${outcome.unavailable}`);
  if (outcome.kind === "accepted") return check.ok("Apple accepts it");
  if (outcome.error === "invalid_client") {
    const remedy = `check that team id, key id and key belong together and that Sign in with Apple is enabled for ${clientId}`;
    return check.failure("Apple rejects it (invalid_client)", remedy);
  }
  return check.warning(`Apple answers ${outcome.error}`, `check ${clientId} at developer.apple.com`);
}

function redirectCheck(app: CheckApp, { settings }: ProjectDetails): ProviderCheck[] {
  if (settings.apple.servicesId === "") return [];
  const check = providerCheck("apple_redirect", "Apple return URL");
  const address = callbackUrlOf(app, "apple");
  const { protocol, hostname } = new URL(address);
  const isDomain = hostname !== "localhost" && /\.[a-z][a-z\d-]*$/i.test(hostname);
  if (protocol === "https:" && isDomain) return [check.ok(address)];
  return [
    check.warning(
      `${address} is not an https URL with a domain name: Apple rejects it, sign-in in the browser does not work`,
      "start the server with --base-url https://...",
    ),
  ];
}

async function relayCheck(app: CheckApp): Promise<ProviderCheck> {
  const check = providerCheck("apple_relay", "Apple private relay");
  const transport = await effectiveSmtp(app);
  const [, domain] = transport.source === "console" ? [] : (/@([^\s>]+)/.exec(transport.smtp.from) ?? []);
  if (domain === undefined) return check.unknown("no sender for emails is set yet");
  return check.unknown(
    `cannot check whether ${domain} may send email to @privaterelay.appleid.com`,
    `register ${domain} at developer.apple.com > Services > Sign in with Apple for Email Communication`,
  );
}
