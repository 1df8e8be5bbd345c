import { jsonOf, type Seen } from "./look-at.ts";

/** A package repository of the server, and how its answer is read. */
export type Repository = Readonly<{
  id: string;
  title: string;
  /** What it has. */
  name: string;
  /** Where it is, as a developer writes it. */
  place: string;
  /** The path that a package manager asks for first, and how it asks. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** The newest version and a file of it; undefined when the answer is something else. */
  newest: (seen: Seen, url: string) => Newest | undefined;
}>;

export type Newest = Readonly<{ version: string; file: string }>;

export const repositories: readonly Repository[] = [
  {
    id: "pub",
    title: "package repository",
    name: "@svc/sdk",
    place: "/pub/",
    // The slash of the scope is encoded by most package managers, and some proxies refuse that.
    path: "/pub/@svc%2fsdk",
    newest: npmNewest,
  },
  {
    id: "pub_dart",
    title: "Dart repository",
    name: "svc_auth",
    place: "/pub/",
    path: "/pub/api/packages/svc_auth",
    headers: { accept: "application/vnd.pub.v2+json" },
    newest: dartNewest,
  },
  {
    id: "pub_maven",
    title: "Maven repository",
    name: "dev.svc:svc-auth",
    place: "/pub/maven/",
    path: "/pub/maven/dev/svc/svc-auth/maven-metadata.xml",
    newest: mavenNewest,
  },
  {
    id: "pub_swift",
    title: "Swift registry",
    name: "svc.SvcAuth",
    place: "/pub/swift",
    path: "/pub/swift/svc/SvcAuth",
    headers: { accept: "application/vnd.swift.registry.v1+json" },
    newest: swiftNewest,
  },
  {
    id: "pub_git",
    title: "Swift git",
    name: "SvcAuth",
    place: "/pub/swift/SvcAuth.git",
    path: "/pub/swift/SvcAuth.git/info/refs?service=git-upload-pack",
    newest: gitNewest,
  },
];

function npmNewest(seen: Seen): Newest | undefined {
  const document = jsonOf(seen);
  const version = String(Object(document["dist-tags"]).latest);
  return newestAt(version, Object(Object(Object(document.versions)[version]).dist).tarball);
}

function dartNewest(seen: Seen): Newest | undefined {
  const latest = Object(jsonOf(seen).latest);
  return newestAt(String(latest.version), latest.archive_url);
}

function mavenNewest({ body }: Seen, url: string): Newest | undefined {
  const version = /<release>([^<]+)<\/release>/.exec(body)?.[1];
  if (version === undefined) return undefined;
  return newestAt(version, `${url}/pub/maven/dev/svc/svc-auth/${version}/svc-auth-${version}.pom`);
}

/** SwiftPM refuses an answer without the version of the protocol. */
function swiftNewest(seen: Seen): Newest | undefined {
  const latest = /<([^>]+)>; rel="latest-version"/.exec(seen.headers.get("link") ?? "")?.[1];
  if (seen.headers.get("content-version") !== "1" || latest === undefined) return undefined;
  return newestAt(latest.replace(/^.*\//, ""), `${latest}.zip`);
}

function gitNewest({ body }: Seen, url: string): Newest | undefined {
  const refs = new Map(body.split("\n").map((line) => line.split("\t").reverse() as [string, string]));
  const id = refs.get("refs/heads/main");
  if (id === undefined) return undefined;
  const tag = [...refs].find(([ref, of]) => of === id && ref.startsWith("refs/tags/"))?.[0] ?? "";
  const folder = `${url}/pub/swift/SvcAuth.git/objects`;
  return newestAt(tag.replace("refs/tags/", ""), `${folder}/${id.slice(0, 2)}/${id.slice(2)}`);
}

function newestAt(version: string, file: unknown): Newest | undefined {
  return typeof file === "string" && URL.canParse(file) ? { version, file } : undefined;
}
