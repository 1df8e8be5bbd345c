import { latestOf } from "../latest-of.ts";
import type { SdkPackage } from "./sdk-packages.ts";

type Json = Record<string, unknown>;

/** What a package manager needs to install a version; the short form has nothing else. */
const INSTALL_FIELDS = [
  "name",
  "version",
  "dependencies",
  "optionalDependencies",
  "peerDependencies",
  "peerDependenciesMeta",
  "engines",
  "exports",
  "bin",
];

/** The path of a version's tarball below /pub/, as npm itself names them: `@svc/sdk/-/sdk-0.1.0.tgz`. */
export function tarballPath({ name, version }: Pick<SdkPackage, "name" | "version">): string {
  return `${name}/-/${name.replace(/^.*\//, "")}-${version}.tgz`;
}

export function distTags(packages: readonly SdkPackage[]): Record<string, string> {
  const latest = latestOf(packages);
  return latest ? { latest: latest.version } : {};
}

/** One version as the registry tells it. */
export function versionDocument(sdk: SdkPackage, baseUrl: string): Json {
  const { manifest, name, version, integrity, shasum } = sdk;
  const dist = { tarball: `${baseUrl}/pub/${tarballPath(sdk)}`, integrity, shasum };
  return { ...manifest, _id: `${name}@${version}`, dist };
}

/** The whole document about a package. */
export function fullPackument(packages: readonly SdkPackage[], baseUrl: string): Json {
  const [newest] = packages;
  const times = packages.map(({ version, publishedAt }) => [version, publishedAt] as const);
  const dates = times.map(([, at]) => at).sort();
  const { description, license } = newest?.manifest ?? {};
  return {
    _id: newest?.name,
    name: newest?.name,
    description,
    license,
    "dist-tags": distTags(packages),
    versions: Object.fromEntries(packages.map((sdk) => [sdk.version, versionDocument(sdk, baseUrl)])),
    time: { created: dates[0], modified: dates.at(-1), ...Object.fromEntries(times) },
    readme: newest?.readme,
  };
}

/** The short form that package managers ask for when they install. */
export function shortPackument(packages: readonly SdkPackage[], baseUrl: string): Json {
  const versions = packages.map((sdk) => {
    const document = versionDocument(sdk, baseUrl);
    const known = INSTALL_FIELDS.filter((field) => document[field] !== undefined);
    const fields = Object.fromEntries(known.map((field) => [field, document[field]]));
    return [sdk.version, { ...fields, dist: document.dist }] as const;
  });
  return {
    name: packages[0]?.name,
    modified: packages
      .map(({ publishedAt }) => publishedAt)
      .sort()
      .at(-1),
    "dist-tags": distTags(packages),
    versions: Object.fromEntries(versions),
  };
}
