import { environment } from "./environment.ts";
import { processOutput } from "./output.ts";
import { printVersion } from "./version.ts";

const argv = process.argv.slice(2);
const output = processOutput(argv, environment());

// Answered before anything is loaded: scripts and shells ask for it often.
if (["version", "version --json", "--version"].includes(argv.join(" "))) printVersion(output);
else void run();

// Not awaited here: a release is bundled as CommonJS, which starts faster and knows no await outside a function.
async function run(): Promise<void> {
  const [{ runProgram }, { reportCrashes }] = await Promise.all([
    import("./program.ts"),
    import("./crash.ts"),
  ]);
  reportCrashes(output);
  process.exitCode = await runProgram(argv, output);
}
