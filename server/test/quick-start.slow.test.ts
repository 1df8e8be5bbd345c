import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";

type Step = Readonly<{ commands: string; shows: string }>;

/** The shell blocks of the section, each with the block of output that follows it. */
function stepsOf(readme: string): Step[] {
  const [, section = ""] = /\n## Quick start\n(.*?)\n## /s.exec(readme) ?? [];
  const blocks = section.matchAll(/```sh run\n(.*?)```(?:\s*```text shows\n(.*?)```)?/gs);
  return [...blocks].map(([, commands = "", shows = ""]) => ({ commands, shows }));
}

/** What the readme shows, with anything for `…` and any space for space: a pipe has tabs where a terminal has columns. */
function patternOf(shows: string): RegExp {
  const parts = shows.trim().split("…");
  const exact = (part: string) => part.split(/\s+/).map(RegExp.escape).join("\\s+");
  return new RegExp(`^\\s*${parts.map(exact).join("[^]*?")}\\s*$`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

let home: string;
let env: Record<string, string | undefined>;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "svc-quick-start-"));
  const PATH = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;
  const XDG_CONFIG_HOME = join(home, "config");
  env = { PATH, HOME: home, XDG_CONFIG_HOME, SVC_DATA_DIR: join(home, "data") };
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("the quick start of the readme does what it says, typed as written", async () => {
  const port = await freePort();
  const readme = readFileSync(join(root, "README.md"), "utf8").replaceAll(":8080", `:${port}`);
  const [start, ...steps] = stepsOf(readme);
  expect(start?.commands).toBe("npm start\n");
  expect(steps).toHaveLength(5);

  const flags = ["serve", "--addr", `:${port}`, "--base-url", `http://localhost:${port}`];
  const server = spawn("./svc", flags, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  try {
    const said = await heard(server.stderr, /next .*\n/);
    const [welcome = ""] = said.split(/(?<=next .*\n)/); // a job may have had something to say since
    expect(welcome).toMatch(patternOf(start?.shows ?? ""));

    const script = steps.map(({ commands }, n) => `echo '@@@ ${n}'\n${commands}`).join("");
    const shell = spawn("sh", ["-e"], { cwd: root, env });
    shell.stdin.end(`exec 2>&1\n${script}`);
    const [shown, [code]] = await Promise.all([text(shell.stdout), once(shell, "close")]);
    expect({ code, shown }).toEqual({ code: 0, shown: expect.any(String) });
    const answers = shown.split(/^@@@ \d+\n/m).slice(1);
    expect(answers).toHaveLength(steps.length);
    for (const [n, { shows }] of steps.entries()) expect(answers[n]).toMatch(patternOf(shows));
  } finally {
    server.kill("SIGTERM");
    await once(server, "close");
  }
});

/** What a stream has said once the pattern is in it. */
async function heard(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  let said = "";
  for (;;) {
    const [chunk] = await once(stream, "data");
    said += chunk;
    if (pattern.test(said)) return said;
  }
}
