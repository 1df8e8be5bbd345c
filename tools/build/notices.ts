import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The licences of all packages in the executable. */
export function notices(root: string, packages: readonly string[]): string {
  return packages
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(root, folder, "package.json"), "utf8"),
      ) as {
        name: string;
        version: string;
        license?: string;
      };
      const texts = readdirSync(join(root, folder)).filter((file) =>
        /^(licen[cs]e|notice|copying)/i.test(file),
      );
      const bodies = texts.map((file) => readFileSync(join(root, folder, file), "utf8").trim());
      return [`${name} ${version} (${license ?? "no licence named"})`, ...bodies].join("\n\n");
    })
    .join(`\n\n${"-".repeat(80)}\n\n`)
    .concat("\n");
}
