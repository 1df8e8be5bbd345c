import type { Environment } from "@svc/server/config";
import { AppError, ConfigError, OperatorError, type Reason } from "@svc/server/errors";
import { describe, expect, test } from "vitest";
import { Failure, toFailure, usageFailure } from "./failure.ts";
import { createOutput, type Output } from "./output.ts";

type Recorded = Readonly<{ output: Output; stdout: () => string; stderr: () => string }>;

function record(
  options: { argv?: string[]; env?: Environment; outIsTTY?: boolean; errIsTTY?: boolean } = {},
): Recorded {
  const texts = { out: "", err: "" };
  const stream = (name: "out" | "err", isTTY = false) => ({
    isTTY,
    write: (text: string) => {
      texts[name] += text;
    },
  });
  const output = createOutput({
    argv: options.argv ?? [],
    env: options.env ?? {},
    stdout: stream("out", options.outIsTTY),
    stderr: stream("err", options.errIsTTY),
  });
  return { output, stdout: () => texts.out, stderr: () => texts.err };
}

describe("a table", () => {
  const headings = ["ID", "NAME", "LAST USED"];
  const rows = [
    ["1", "continuous integration", "never"],
    ["22", "x", ""],
  ];

  test("is aligned below its headings on a terminal", () => {
    const { output, stdout } = record({ outIsTTY: true, env: { NO_COLOR: "1" } });
    output.printTable(headings, rows);
    expect(stdout()).toBe(
      "ID  NAME                    LAST USED\n1   continuous integration  never\n22  x\n",
    );
  });

  test("is tab-separated without headings in a pipe", () => {
    const { output, stdout } = record();
    output.printTable(headings, rows);
    expect(stdout()).toBe("1\tcontinuous integration\tnever\n22\tx\t\n");
  });

  test("cannot be broken by a cell", () => {
    const { output, stdout } = record();
    output.printTable(headings, [["1", "a\tb\nc\u001b[2J\u202e\u2069", ""]]);
    expect(stdout()).toBe("1\ta b c [2J  \t\n");
  });
});

describe("facts", () => {
  const rows = [
    ["~", "settings.timezone", "UTC -> Asia/Tokyo"],
    ["-", "theme", "reset\n"],
  ];

  test("are aligned, and coloured as a whole line, on a terminal", () => {
    const { output, stdout } = record({ outIsTTY: true });
    output.printFields(rows, ["yellow", "red"]);
    expect(stdout()).toBe(
      "\u001b[33m~  settings.timezone  UTC -> Asia/Tokyo\u001b[39m\n\u001b[31m-  theme              reset\u001b[39m\n",
    );
  });

  test("are tab-separated and plain in a pipe", () => {
    const { output, stdout } = record();
    output.printFields(rows, ["yellow", undefined]);
    expect(stdout()).toBe("~\tsettings.timezone\tUTC -> Asia/Tokyo\n-\ttheme\treset \n");
  });
});

describe("colour", () => {
  const fail = (options: Parameters<typeof record>[0]): string => {
    const { output, stderr } = record(options);
    output.fail(usageFailure("no", "yes"));
    return stderr();
  };

  test("is decided for each stream by itself", () => {
    expect(fail({ errIsTTY: true })).toContain("\u001b[31m");
    expect(fail({ outIsTTY: true })).toBe("svc: no\nhint: yes\n");
  });

  test.each([{ env: { NO_COLOR: "1" } }, { env: { TERM: "dumb" } }, { argv: ["--no-color"] }])(
    "is off with %j",
    (options) => {
      expect(fail({ ...options, errIsTTY: true })).toBe("svc: no\nhint: yes\n");
    },
  );

  test("an empty NO_COLOR does not count", () => {
    expect(fail({ env: { NO_COLOR: "" }, errIsTTY: true })).toContain("\u001b[31m");
  });
});

test("under --json talk is silent and a warning is an object", () => {
  const { output, stdout, stderr } = record({ argv: ["--json"] });
  output.say("hello");
  output.warn("careful");
  output.printJson({ a: 1 });
  expect(stdout()).toBe('{"a":1}\n');
  expect(stderr()).toBe('{"warning":{"message":"careful"}}\n');
});

describe("a failure", () => {
  test.each<[Reason, number]>([
    ["INVALID_REQUEST", 2],
    ["NOT_FOUND", 3],
    ["ADMIN_UNAUTHENTICATED", 4],
    ["WRONG_PROJECT", 5],
    ["ALREADY_EXISTS", 6],
    ["LAST_ADMIN", 6],
    ["STORAGE_UNAVAILABLE", 7],
    ["RATE_LIMITED", 7],
    ["UNIMPLEMENTED", 1],
    ["INTERNAL", 1],
  ])("with reason %s exits with %i", (reason, exitCode) => {
    expect(toFailure(new AppError(reason)).exitCode).toBe(exitCode);
  });

  test("of the configuration or the machine keeps its line and its hint", () => {
    expect(toFailure(new ConfigError("what", "how"))).toMatchObject({
      message: "what",
      hint: "how",
      exitCode: 2,
    });
    expect(toFailure(new OperatorError("what", "how"))).toMatchObject({
      message: "what",
      hint: "how",
      exitCode: 6,
    });
  });

  test("that nobody foresaw says internal error and asks for a report", () => {
    const { output, stderr } = record();
    output.fail(toFailure(new TypeError("x is not a function")));
    expect(stderr()).toBe(
      "svc: internal error\nhint: please report this; SVC_DEBUG=1 shows where it happened\n",
    );
  });

  test("shows where a bug happened under SVC_DEBUG=1 only", () => {
    const { output, stderr } = record({ env: { SVC_DEBUG: "1" } });
    output.fail(toFailure(new TypeError("x is not a function")));
    expect(stderr()).toMatch(/^svc: internal error\nhint: .*\nTypeError: x is not a function\n {4}at /);
  });
});

describe("nothing that is said can move the cursor, turn text around or forge a line:", () => {
  const hostile = "a\u001b[2Jb\nc\u007fd\u009be\u202ef\u2028g\u{e0041}h";
  const shown = "a [2Jb c d e f g h";

  test("a line of data, of talk, a warning and a failure", () => {
    const { output, stdout, stderr } = record();
    output.print(hostile);
    output.say(hostile);
    output.warn(hostile);
    output.fail(usageFailure(hostile, hostile));
    expect(stdout()).toBe(`${shown}\n`);
    expect(stderr()).toBe(`${shown}\nwarning: ${shown}\nsvc: ${shown}\nhint: ${shown}\n`);
  });

  test("text of several lines, which a pipe gets as it is", () => {
    const terminal = record({ outIsTTY: true });
    terminal.output.printText(`x:\t${hostile}\n`);
    terminal.output.sayText(`x:\t${hostile}`);
    const lines = "x:\ta [2Jb\nc d e f g h\n";
    expect([terminal.stdout(), terminal.stderr()]).toEqual([lines, lines]);
    const piped = record();
    piped.output.printText(hostile);
    expect(piped.stdout()).toBe(hostile);
  });

  test("JSON, which still has every character", () => {
    const { output, stdout, stderr } = record({ argv: ["--json"] });
    output.printJson({ [hostile]: [hostile] });
    output.warn(hostile);
    output.fail(new Failure("internal", hostile, "no", "yes"));
    for (const line of [stdout(), stderr()]) expect(line).toMatch(/^[\n -~]*$/);
    expect(JSON.parse(stdout())).toEqual({ [hostile]: [hostile] });
    const [warned = "", failed = ""] = stderr().split("\n");
    expect(JSON.parse(warned)).toEqual({ warning: { message: hostile } });
    expect(JSON.parse(failed)).toMatchObject({ error: { reason: hostile, message: "no" } });
  });
});
