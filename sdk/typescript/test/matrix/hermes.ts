import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { transformSync } from "@swc/core";
import { build } from "esbuild";
import { appSource } from "./app-source.ts";
import { CannotRun, type Cell } from "./cell.ts";
import type { Place } from "./place.ts";

const PLATFORMS: Readonly<Record<string, string>> = { linux: "linux64-bin", darwin: "osx-bin" };

type Asked = { url: string; init: { method: string; headers: Record<string, string>; body: string } };
type Answer = { status: number; ok: boolean; headers: Record<string, string>; body: unknown };

/**
 * The engine alone has no network. A request ends the program; it is sent to the server, and the program begins again
 * with the answers it has got so far. With the same answers and the same random numbers it asks the same.
 */
export const hermes: Cell = {
  name: "Hermes engine",
  packages: { "hermes-engine-cli": "0.12.0", react: "19.3.1" },
  run: async (place) => {
    const platform = PLATFORMS[process.platform];
    if (!platform) throw new CannotRun("there is no Hermes for this platform");
    const engine = join(place.folder, "node_modules/hermes-engine-cli", platform, "hermes");
    const program = await bundle(place);
    const answers: Answer[] = [];
    for (;;) {
      const file = join(place.folder, "hermes.js");
      writeFileSync(file, `var answers = ${JSON.stringify(answers)};\n${PHONE}\n${program}`);
      const { stdout, stderr } = await promisify(execFile)(engine, [file]);
      const asked = /^ASKED (.*)$/m.exec(stdout)?.[1];
      if (asked === undefined) return stdout + stderr;
      answers.push(await send(JSON.parse(asked)));
    }
  },
};

async function send({ url, init: { method, headers: sent, body } }: Asked): Promise<Answer> {
  const response = await fetch(url, { method, headers: sent, body });
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, ok: response.ok, headers, body: await response.json() };
}

/** Lowered as Babel does it for every app on this engine. */
async function bundle(place: Place): Promise<string> {
  place.write("app.js", appSource(place));
  const { outputFiles } = await build({
    entryPoints: [join(place.folder, "app.js")],
    bundle: true,
    format: "iife",
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
  });
  const code = outputFiles[0]?.text ?? "";
  return transformSync(code, { jsc: { target: "es5" }, isModule: false }).code;
}

/** What React Native adds to the engine. */
const PHONE = `
var console = { log: print, error: print, warn: print };
var performance = { now: function () { return 0; } };
var setTimeout = function () {}, clearTimeout = function () {};
var AbortController = function () { this.signal = { aborted: false }; this.abort = function () {}; };
var drawn = 0;
var host = {};
host.randomBytes = function (count) { var bytes = []; while (bytes.length < count) bytes.push(drawn++ % 256); return bytes; };
var asked = 0;
var fetch = function (url, init) {
  var answer = answers[asked++];
  if (!answer) { print("ASKED " + JSON.stringify({ url: url, init: init })); return new Promise(function () {}); }
  return Promise.resolve({
    ok: answer.ok, status: answer.status,
    headers: { get: function (name) { return answer.headers[name] === undefined ? null : answer.headers[name]; } },
    json: function () { return Promise.resolve(answer.body); },
  });
};`;
