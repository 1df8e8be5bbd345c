import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../../cli/test/cli-runner.ts";

const { version } = JSON.parse(readFileSync(join(root, "sdk/typescript/package.json"), "utf8"));

/** The client library as it is published. */
export const tarball: string = join(root, `sdk/typescript/dist/svc-sdk-${version}.tgz`);

/** A folder outside the repository where `@svc/sdk` is what a developer would install, and these are what we have. */
export function sdkFolder(name: string, linked: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), `svc-${name}-`));
  const sdk = join(folder, "node_modules/@svc/sdk");
  mkdirSync(sdk, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", sdk, "--strip-components=1"]);
  for (const each of linked) {
    const link = join(folder, "node_modules", each);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "node_modules", each), link);
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  return folder;
}
