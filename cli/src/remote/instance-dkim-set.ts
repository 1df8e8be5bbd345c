import { type CommandContext, textFlag } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { readPiped } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { dkimFields } from "./dkim-fields.ts";
import { readGivenFile } from "./read-given-file.ts";

const HINT = "openssl genrsa 2048 makes a key";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const call = remoteClient(context);
  const answer = await call("DkimService", "setDkimKey", {
    domain: textFlag(flags, "domain"),
    selector: textFlag(flags, "selector"),
    privateKey: await readKey(textFlag(flags, "keyFile")),
  });
  if (output.json) return output.printJson(answer);
  const { key = {} } = answer;
  output.printFields(dkimFields(key));
  output.say(`saved; publish the record, then: svc instance dkim check --domain ${key.domain}`);
}

/** Never as text on the command line, where other users of the machine would see it. */
async function readKey(file: string): Promise<string> {
  const pem =
    file === "-" ? await readPiped("--key-file -", HINT) : readGivenFile(file, HINT).toString("utf8");
  if (pem.trim() === "") throw usageFailure("the key file is empty", HINT);
  return pem;
}
