import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

type Chunk = { file: string; imports?: string[] };
type Manifest = Record<string, Chunk>;

/**
 * Writes index.html once for each screen, with the screen's own files named in it: the browser fetches them with the rest, instead of
 * learning of them when the rest has run. The server picks one by the address (http/console.ts).
 */
export function writeScreens(dist: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8"));
  const html = readFileSync(join(dist, "index.html"), "utf8");
  mkdirSync(join(dist, "screens"));
  for (const page of Object.keys(manifest).filter((name) => /^src\/pages\/[^/]+\.tsx$/.test(name))) {
    const links = [...filesOf(manifest, page)]
      .map((file) => `/console/${file}`)
      .filter((href) => !html.includes(`"${href}"`))
      .map((href) => `    <link rel="modulepreload" crossorigin href="${href}">\n`);
    const first = `<script type="module" async src="/console/${manifest["src/first-calls.ts"]?.file}"></script>`;
    const name = `${basename(page, ".tsx")}.html`;
    writeFileSync(
      join(dist, "screens", name),
      html.replace("<script", `${first}\n    <script`).replace("  </head>", `${links.join("")}  </head>`),
    );
  }
}

/** A chunk and its static imports. */
function filesOf(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen);
  return seen;
}
