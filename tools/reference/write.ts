import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { referencePages } from "./pages.ts";

const FOLDER = join(import.meta.dirname, "../../docs/reference");

const pages = referencePages();
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
for (const [name, text] of pages) writeFileSync(join(FOLDER, name), text);
