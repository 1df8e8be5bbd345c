import type { GoogleSettingsJson } from "@svc/proto/svc/admin/v1/project_pb";
import { type CommandContext, optionalText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { readSecretFlag } from "../prompt.ts";
import { readFingerprints, readRemovedFingerprints, type SigningCertificates } from "./read-fingerprints.ts";

const CLIENT_ID = /^(\d+)-[a-z\d]+\.apps\.googleusercontent\.com$/;
const PACKAGE = /^[a-z]\w*(\.[a-z]\w*)+$/i;
const BUNDLE_ID = /^[a-z\d-]+(\.[a-z\d-]+)+$/i;

const clientFlags = [
  ["webClientId", "web-client-id"],
  ["iosClientId", "ios-client-id"],
  ["androidClientId", "android-client-id"],
] as const;

export type GoogleInput = Readonly<{
  /** Empty where the flag was not given. */
  webClientId: string;
  iosClientId: string;
  androidClientId: string;
  androidPackage: string;
  iosBundleId: string;
  gcpProject: string;
  secret: string;
  certificates: SigningCertificates;
  removed: SigningCertificates;
}>;

/** Everything that the flags say, checked before any server is asked. */
export async function readGoogleInput(context: CommandContext): Promise<GoogleInput> {
  const { flags } = context;
  const text = (name: string) => optionalText(flags, name).trim();
  for (const [name, flag] of clientFlags) requireClientId(flag, text(name));
  requireMatch("android-package", text("androidPackage"), PACKAGE, "com.example.app");
  requireMatch("ios-bundle-id", text("iosBundleId"), BUNDLE_ID, "com.example.app");
  requireMatch("gcp-project", text("gcpProject"), /^[a-z\d][a-z\d:.-]*$/, "acme-login-1234");
  if (flags.keystorePass === "-" && flags.webClientSecret === "-") {
    throw usageFailure(
      "only one of --keystore-pass and --web-client-secret can read standard input",
      "run the command twice: each run changes only what its flags name",
    );
  }
  const secret = ((await readSecretFlag(flags, "web-client-secret")) ?? "").trim();
  const certificates = await readFingerprints(context);
  return {
    webClientId: text("webClientId"),
    iosClientId: text("iosClientId"),
    androidClientId: text("androidClientId"),
    androidPackage: text("androidPackage"),
    iosBundleId: text("iosBundleId"),
    gcpProject: text("gcpProject"),
    secret,
    certificates,
    removed: readRemovedFingerprints(flags, certificates),
  };
}

function requireClientId(flag: string, id: string): void {
  if (id === "" || CLIENT_ID.test(id)) return;
  throw usageFailure(
    `--${flag} ${id} is no client id of Google`,
    "it looks like 1234567890-abcdef.apps.googleusercontent.com",
  );
}

function requireMatch(flag: string, value: string, pattern: RegExp, example: string): void {
  if (value === "" || pattern.test(value)) return;
  throw usageFailure(`--${flag} ${value} does not look right`, `it looks like ${example}`);
}

/** What is allowed but looks like a mistake, beside what the server's own checks tell. */
export function googleWarnings(
  { gcpProject, iosBundleId }: GoogleInput,
  google: GoogleSettingsJson,
  appleBundleId: string,
): string[] {
  const ids = clientFlags.flatMap(([name, flag]) => (google[name] ? [{ flag, id: google[name] }] : []));
  const numbers = new Set(ids.map(({ id }) => CLIENT_ID.exec(id)?.[1] ?? ""));
  const same = ids.filter(({ id }, place) => ids.findIndex((other) => other.id === id) < place);
  const isOther = /^\d+$/.test(gcpProject) && numbers.size > 0 && !numbers.has(gcpProject);
  return [
    ...same.map(({ flag }) => `--${flag} is the same as another client id; each kind of app has its own`),
    ...(isOther ? [`the client ids do not belong to the project ${gcpProject} of Google Cloud`] : []),
    ...(iosBundleId && appleBundleId && iosBundleId !== appleBundleId
      ? [`--ios-bundle-id ${iosBundleId} is not the bundle id of Sign in with Apple, ${appleBundleId}`]
      : []),
  ];
}
