import type { App } from "../../../app.ts";
import type { KeptAnswer } from "../../kept-answer.ts";
import type { Files } from "../file-route.ts";
import { keepFile, keepList } from "../keep-file.ts";
import { latestOf } from "../latest-of.ts";
import { SWIFT_NAME, SWIFT_SCOPE, type SwiftRelease } from "./swift-releases.ts";

/** Every answer must name the version of the protocol, or SwiftPM refuses it. */
export const CONTENT_VERSION = { "content-version": "1" };

/** The path of the package below /pub/swift/. */
export const SWIFT_PACKAGE: string = `${SWIFT_SCOPE}/${SWIFT_NAME}`;

const ID = `${SWIFT_SCOPE}.${SWIFT_NAME}`;

/** A manifest for one version of Swift. */
const VERSIONED_MANIFEST = /^Package@swift-(?<swift>\d+(?:\.\d+){0,2})\.swift$/;

export function swiftGitUrl({ baseUrl }: Pick<App, "baseUrl">): string {
  return `${baseUrl}/pub/swift/${SWIFT_NAME}.git`;
}

/** Everything the registry has about its one package; a manifest for one version of Swift ends in `?swift-version=5.9`. */
export function swiftDocuments(releases: readonly SwiftRelease[], app: Pick<App, "baseUrl">): Files {
  const files = new Map<string, () => KeptAnswer>();
  const [newest] = releases;
  if (!newest) return files;
  const urlOf = ({ version }: SwiftRelease): string => `${app.baseUrl}/pub/swift/${SWIFT_PACKAGE}/${version}`;
  const latest = link(urlOf(latestOf(releases) ?? newest), "latest-version");
  const list = { releases: Object.fromEntries(releases.map((each) => [each.version, { url: urlOf(each) }])) };
  const listLinks = [latest, link(swiftGitUrl(app), "canonical")];
  addJson(files, SWIFT_PACKAGE, list, listLinks);
  for (const [at, release] of releases.entries()) {
    const [newer, older] = [releases[at - 1], releases[at + 1]];
    const links = [
      latest,
      ...(newer ? [link(urlOf(newer), "successor-version")] : []),
      ...(older ? [link(urlOf(older), "predecessor-version")] : []),
    ];
    const path = `${SWIFT_PACKAGE}/${release.version}`;
    addJson(files, path, releaseDocument(release, app), links);
    files.set(`${path}.zip`, () => archive(release));
    addManifests(files, `${path}/Package.swift`, release, urlOf(release));
  }
  files.set("identifiers", () => json({ identifiers: [ID] }));
  return files;
}

function link(url: string, relation: string): string {
  return `<${url}>; rel="${relation}"`;
}

/** A client may add `.json` to the path. */
function addJson(
  files: Map<string, () => KeptAnswer>,
  path: string,
  document: object,
  links: readonly string[],
): void {
  for (const name of [path, `${path}.json`]) {
    files.set(name, () => json(document, { link: links.join(", ") }));
  }
}

function json(document: object, headers: Record<string, string> = {}): KeptAnswer {
  return keepList("application/json", JSON.stringify(document), { ...CONTENT_VERSION, ...headers });
}

function releaseDocument({ version, publishedAt, sha256 }: SwiftRelease, app: Pick<App, "baseUrl">): object {
  const at = Temporal.Instant.fromEpochMilliseconds(publishedAt).toString({ smallestUnit: "millisecond" });
  return {
    id: ID,
    version,
    resources: [{ name: "source-archive", type: "application/zip", checksum: sha256 }],
    metadata: { repositoryURLs: [swiftGitUrl(app)], originalPublicationTime: at },
    publishedAt: at,
  };
}

function archive({ version, archive, sha256 }: SwiftRelease): KeptAnswer {
  return keepFile("application/zip", archive, {
    ...CONTENT_VERSION,
    ...attachment(`${SWIFT_NAME}-${version}.zip`),
    digest: `sha-256=${Buffer.from(sha256, "hex").toString("base64")}`,
  });
}

function addManifests(
  files: Map<string, () => KeptAnswer>,
  path: string,
  release: SwiftRelease,
  url: string,
): void {
  const versioned = release.files.flatMap(({ name, content }) => {
    const swift = VERSIONED_MANIFEST.exec(name)?.groups?.swift;
    return swift === undefined ? [] : [{ name, text: Buffer.from(content), swift }];
  });
  const links = versioned.map(({ name, text, swift }) => {
    const alternate = link(`${url}/Package.swift?swift-version=${swift}`, "alternate");
    return `${alternate}; filename="${name}"; swift-tools-version="${toolsVersionOf(text)}"`;
  });
  const main = release.files.find(({ name }) => name === "Package.swift");
  const text = Buffer.from(main?.content ?? "");
  const more: Record<string, string> = links.length > 0 ? { link: links.join(", ") } : {};
  files.set(path, () => manifest("Package.swift", text, more));
  for (const { name, text, swift } of versioned) {
    files.set(`${path}?swift-version=${swift}`, () => manifest(name, text, {}));
  }
}

function manifest(name: string, text: Buffer, more: Record<string, string>): KeptAnswer {
  return keepFile("text/x-swift", text, { ...CONTENT_VERSION, ...attachment(name), ...more });
}

function toolsVersionOf(manifest: Buffer): string {
  return /^\/\/\s*swift-tools-version:\s*([\d.]+)/.exec(manifest.toString("utf8"))?.[1] ?? "";
}

function attachment(name: string): Record<string, string> {
  return { "content-disposition": `attachment; filename="${name}"` };
}
