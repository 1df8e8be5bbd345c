import type { App } from "../../app.ts";
import {
  orUnavailable,
  type ProviderCheck,
  type ProviderCheckOf,
  providerCheck,
} from "../oauth/provider-check.ts";
import type { Project } from "../projects/project.ts";
import { namesAndroidApp, namesAppleApp, namesOrigins } from "./read-association-file.ts";
import { isWithin, rpIdOfServer } from "./rp-id.ts";
import { isOfAdministrators, isOfOtherProjects } from "./shared-domain.ts";

type CheckApp = Pick<App, "associationFiles" | "baseUrl" | "db">;

const APPLE_FILE = "/.well-known/apple-app-site-association";
const ANDROID_FILE = "/.well-known/assetlinks.json";
const ORIGINS_FILE = "/.well-known/webauthn";

/** Whether phones and browsers accept the project's RP ID for its apps and pages. */
export async function checkPasskeys(app: CheckApp, project: Project): Promise<ProviderCheck[]> {
  const { enabled, rpId } = project.settings.passkeys;
  const check = providerCheck("passkeys", "Passkeys");
  if (!enabled) return [check.ok("not enabled")];
  if (rpId === "") return [check.failure("no RP ID is set", "set passkeys.rp_id to your domain")];
  const first = await rpIdCheck(app, project, check);
  if (rpId === "localhost") return [first];
  const files = await Promise.all([
    appleCheck(app, project),
    androidCheck(app, project),
    originsCheck(app, project),
  ]);
  return [first, ...files.flat()];
}

/** What else has passkeys of the domain is not told: the administrator may have no role there. */
async function rpIdCheck(app: CheckApp, project: Project, check: ProviderCheckOf): Promise<ProviderCheck> {
  const { passkeys, apple, google } = project.settings;
  const { rpId } = passkeys;
  if (rpId === "localhost") return check.ok("localhost: for development in a browser on the same machine");
  if (await isOfOtherProjects(app, project)) {
    const seen = `${rpId} is shared on this server: on iOS every app of the domain can use all its passkeys`;
    return check.warning(seen, "choose a domain of its own, unless all who share it have the same app");
  }
  const hasApp = apple.bundleId !== "" || google.androidPackage !== "";
  if (hasApp && (await isOfAdministrators(app, rpId))) {
    const seen = `${rpId} is the domain of administrators' passkeys: on iOS the app can ask for them, too`;
    return check.warning(seen, "choose another domain than the host of the console");
  }
  return check.ok(rpId);
}

async function appleCheck(app: CheckApp, project: Project): Promise<ProviderCheck[]> {
  const check = providerCheck("passkeys_apple", "Passkeys on iOS");
  const { teamId, bundleId } = project.settings.apple;
  if (teamId === "" || bundleId === "") {
    const seen = "no iOS app is set: apple.team_id and apple.bundle_id name it";
    return [check.ok(seen)];
  }
  const appId = `${teamId}.${bundleId}`;
  return fileCheck(app, project, check, {
    path: APPLE_FILE,
    isRight: (json) => namesAppleApp(json, appId),
    right: `names ${appId}`,
    wrong: `does not name ${appId} in webcredentials.apps`,
    remedy: `add "${appId}" to webcredentials.apps; Apple keeps a copy, so phones may see it a day later`,
  });
}

async function androidCheck(app: CheckApp, project: Project): Promise<ProviderCheck[]> {
  const check = providerCheck("passkeys_android", "Passkeys on Android");
  const { androidPackage, androidSha256Fingerprints: fingerprints } = project.settings.google;
  if (androidPackage === "" || fingerprints.length === 0) {
    const seen = "no Android app is set: google.android_package and its SHA-256 fingerprints name it";
    return [check.ok(seen)];
  }
  const certificates =
    fingerprints.length === 1 ? "its certificate" : `its ${fingerprints.length} certificates`;
  return fileCheck(app, project, check, {
    path: ANDROID_FILE,
    needsJsonType: true,
    isRight: (json) => namesAndroidApp(json, { packageName: androidPackage, fingerprints }),
    right: `names ${androidPackage} with ${certificates}`,
    wrong: `does not name ${androidPackage} with ${certificates} for delegate_permission/common.get_login_creds`,
    remedy: "add the app with the fingerprints of all its certificates: the one of Google Play and your own",
  });
}

/** Pages outside of the domain need the file of related origins. */
async function originsCheck(app: CheckApp, project: Project): Promise<ProviderCheck[]> {
  const { rpId, origins } = project.settings.passkeys;
  const foreign = origins.filter((origin) => !isWithin(origin, rpId));
  if (foreign.length === 0) return [];
  return fileCheck(app, project, providerCheck("passkeys_origins", "Passkeys on other domains"), {
    path: ORIGINS_FILE,
    needsJsonType: true,
    isRight: (json) => namesOrigins(json, foreign),
    right: `lists ${foreign.join(", ")}`,
    wrong: `does not list ${foreign.join(", ")}`,
    remedy: `list them in "origins" of https://${rpId}${ORIGINS_FILE}`,
  });
}

type Expected = Readonly<{
  path: string;
  /** Whether the file is ignored under another content type. */
  needsJsonType?: boolean;
  isRight: (json: unknown) => boolean;
  right: string;
  wrong: string;
  remedy: string;
}>;

async function fileCheck(
  app: CheckApp,
  { settings: { passkeys } }: Project,
  check: ProviderCheckOf,
  { path, needsJsonType = false, isRight, right, wrong, remedy }: Expected,
): Promise<ProviderCheck[]> {
  const { rpId } = passkeys;
  const address = `https://${rpId}${path}`;
  if (rpId === rpIdOfServer(app.baseUrl)) return [check.ok(`${address} is answered by this server`)];
  const file = await orUnavailable(app.associationFiles.fetch(rpId, path));
  if ("unavailable" in file) {
    const seen = `could not be fetched from here: ${file.unavailable}`;
    return [check.unknown(seen, `look whether ${address} can be reached from the internet`)];
  }
  if (file.status >= 300 && file.status < 400) {
    const seen = `${address} answers with a redirect (${file.status}), which phones do not follow`;
    return [check.failure(seen, "answer with the file itself at this address")];
  }
  if (file.status !== 200) return [check.failure(`${address} answers ${file.status}`, remedy)];
  const json = parse(file.text);
  if (json === undefined) return [check.failure(`${address} is not JSON`, remedy)];
  if (!isRight(json)) return [check.failure(`${address} ${wrong}`, remedy)];
  if (needsJsonType && !/^application\/json\b/i.test(file.contentType)) {
    const seen = `${address} has the content type ${file.contentType.slice(0, 100) || "of nothing"}`;
    return [check.failure(seen, "serve it as application/json")];
  }
  return [check.ok(`${address} ${right}`)];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
