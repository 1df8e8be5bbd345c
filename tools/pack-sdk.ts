import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tarGz } from "../server/src/http/tar.ts";

const home = join(import.meta.dirname, "..");

type Manifest = Readonly<{
  name: string;
  version: string;
  date: string;
  [field: string]: unknown;
}>;

/** Fields that only the checkout needs. */
const OURS = ["private", "date", "scripts", "devDependencies"];

/**
 * The tarball that package managers install. The same files give the same bytes. It has the date of its version, because
 * some package managers refuse recently published packages.
 */
export function packSdk(folder: string, dist: string): { file: string; bytes: Buffer } {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { name, version, date } = manifest;
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(`${folder}/package.json has no date of its version`);
  const published = Object.fromEntries(Object.entries(manifest).filter(([field]) => !OURS.includes(field)));
  const entries = [
    { name: "package/package.json", content: Buffer.from(`${JSON.stringify(published, null, 2)}\n`) },
    { name: "package/LICENSE", content: readFileSync(join(home, "LICENSE")) },
    { name: "package/README.md", content: readFileSync(join(folder, "README.md")) },
    ...builtFiles(dist).map((path) => ({
      name: `package/dist/${path}`,
      content: readFileSync(join(dist, path)),
    })),
  ];
  const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
  return { file, bytes: tarGz(entries, Date.parse(`${date}T00:00:00Z`)) };
}

function builtFiles(dist: string): string[] {
  const names = readdirSync(dist, { recursive: true, encoding: "utf8" });
  return names
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /\.(js|d\.ts|map)$|\/package\.json$/.test(name))
    .sort();
}
