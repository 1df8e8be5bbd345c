import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Finding, report } from "./report.ts";
import { sdkVersion } from "./sdk-version.ts";

type Named = Readonly<{ file: string; version: string | undefined }>;

/** All client libraries have one version. */
export function checkSdkVersions(root: string): Finding {
  const { version } = sdkVersion(root);
  const found = [...manifests(root), ...changelogs(root), ...poms(root, version)];
  return {
    problems: found
      .filter((named) => named.version !== version)
      .map(
        ({ file, version: other }) => `${file}: version ${other ?? "unknown"}; all libraries are ${version}`,
      ),
    looked: `${found.length} files with the version ${version} of the client libraries`,
  };
}

function manifests(root: string): Named[] {
  return readNamed(root, "sdk/flutter/pubspec.yaml", /^version: *(\S+) *$/m);
}

/** The first version in a changelog is the newest. */
function changelogs(root: string): Named[] {
  return ["sdk/flutter", "sdk/kotlin", "sdk/swift"].flatMap((folder) =>
    readNamed(root, `${folder}/CHANGELOG.md`, /^## \[?(\d[\w.-]*)/m),
  );
}

/** A library for Kotlin is served as it was built, so the build of the version must be there and be of that version. */
function poms(root: string, version: string): Named[] {
  const folders = globSync("sdk/kotlin/releases/*/", { cwd: root }).sort();
  return folders.flatMap((folder) => {
    const file = join(folder, version, `${basename(folder)}-${version}.pom`);
    if (!existsSync(join(root, file))) return [{ file, version: undefined }];
    const own = readFileSync(join(root, file), "utf8").replace(
      /<(parent|dependencies|build)>.*?<\/\1>/gs,
      "",
    );
    return [{ file, version: /<version>([^<]+)<\/version>/.exec(own)?.[1] }];
  });
}

function readNamed(root: string, file: string, pattern: RegExp): Named[] {
  if (!existsSync(join(root, file))) return [];
  return [{ file, version: pattern.exec(readFileSync(join(root, file), "utf8"))?.[1] }];
}

if (import.meta.main) report(checkSdkVersions("."));
