import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";

const CACHE = join(import.meta.dirname, "../../../node_modules/.cache");
const ARCHIVES = ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"];

/** Pages of one origin share a process and what it has compiled, and drawing has no process of its own. */
const ARGUMENTS = ["--no-sandbox", "--renderer-process-limit=1", "--in-process-gpu"];

let shared: Promise<Browser> | undefined;

/**
 * The browser of this worker, started by the first test that needs it. Each test opens a context of its own and closes
 * it; the browser ends with the worker.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser().then((browser) =>
    browser.once("disconnected", () => {
      shared = undefined;
    }),
  );
  return shared;
}

/**
 * A real Chromium. On 64-bit Linux it comes from npm with the libraries and fonts it needs; elsewhere the machine's own
 * Chrome is used. Its fonts lack Arabic, Hebrew and Japanese: for pictures, SVC_SCREENSHOT_FONTS names a folder with
 * another `fonts.conf`, such as `/etc/fonts`. Throws an error that says what is missing.
 */
export async function openBrowser(): Promise<Browser> {
  if (process.platform !== "linux" || process.arch !== "x64") return chromium.launch({ channel: "chrome" });
  const home = await unpacked();
  const env = {
    ...(process.env as Record<string, string>),
    LD_LIBRARY_PATH: join(home, "al2023/lib"),
    FONTCONFIG_PATH: process.env.SVC_SCREENSHOT_FONTS ?? join(home, "fonts"),
  };
  try {
    return await chromium.launch({ executablePath: join(home, "chromium"), args: ARGUMENTS, env });
  } catch (error) {
    throw new Error(`Chromium does not start: ${causeOf(String(error))}`, { cause: error });
  }
}

/** Unpacked into a temporary folder and then moved, so that an incomplete browser is never started. */
async function unpacked(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve("@sparticuz/chromium"));
  const root = dirname(dirname(entry));
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const home = join(CACHE, `chromium-${version}`);
  if (existsSync(home)) return home;
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(`${home}.`);
  try {
    await inflateInto(draft, join(root, "bin"));
    writeFileSync(join(draft, "fonts/fonts.conf"), fontsConf(join(home, "fonts")));
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw error; // otherwise another process was faster
  }
  return home;
}

/** The package unpacks into the temporary directory of the process, wherever that is at the moment. */
async function inflateInto(folder: string, archives: string): Promise<void> {
  const { inflate } = await import("@sparticuz/chromium");
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    // Each looks the directory up before it begins to read.
    await Promise.all(ARCHIVES.map((name) => inflate(join(archives, name))));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** The package's own file looks for the fonts at a fixed place outside the checkout. */
function fontsConf(fonts: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}/fonts</dir><cachedir>${fonts}/cache</cachedir></fontconfig>
`;
}

function causeOf(message: string): string {
  const library = /(lib[\w.+-]+\.so[\w.]*): cannot open shared object file/.exec(message)?.[1];
  return library ? `${library} is missing; install the system package that has it` : message;
}
