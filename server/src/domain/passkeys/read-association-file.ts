/** Of Apple: whether an app may use passkeys and passwords of the domain. */
export function namesAppleApp(file: unknown, appId: string): boolean {
  return listIn(fieldOf(fieldOf(file, "webcredentials"), "apps")).includes(appId);
}

const LOGIN = "delegate_permission/common.get_login_creds";

/** Of Android: whether an app may do so, with each of its certificates. They may stand in several statements. */
export function namesAndroidApp(
  file: unknown,
  { packageName, fingerprints }: { packageName: string; fingerprints: readonly string[] },
): boolean {
  const targets = listIn(file)
    .filter((statement) => listIn(fieldOf(statement, "relation")).includes(LOGIN))
    .map((statement) => fieldOf(statement, "target"))
    .filter((target) => fieldOf(target, "namespace") === "android_app")
    .filter((target) => fieldOf(target, "package_name") === packageName);
  const listed = targets
    .flatMap((target) => listIn(fieldOf(target, "sha256_cert_fingerprints")))
    .map((fingerprint) => String(fingerprint).toUpperCase());
  return fingerprints.every((fingerprint) => listed.includes(fingerprint.toUpperCase()));
}

/** Of browsers: whether pages of these origins may use the passkeys. */
export function namesOrigins(file: unknown, origins: readonly string[]): boolean {
  const listed = listIn(fieldOf(file, "origins"));
  return origins.every((origin) => listed.includes(origin));
}

function fieldOf(value: unknown, name: string): unknown {
  const isObject = typeof value === "object" && value !== null;
  return isObject && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
