import { argument, type CommandContext } from "../command.ts";
import { notFound, withLocalApp } from "./with-local-app.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const { requireEmail, resetFactors } = await import("@svc/server/admins");
  const email = requireEmail(argument(context, 0));
  const { admin, removedPasskeys, removedTotp } = await withLocalApp(context, { mayCreate: false }, (app) =>
    resetFactors(app, email).catch((error: unknown) => {
      throw notFound(error, `there is no administrator ${email}`, `svc admin create --email ${email}`);
    }),
  );
  output.say(`removed passkeys of administrator ${admin.email}: ${removedPasskeys}`);
  output.say(
    removedTotp ? "removed the authenticator app and the recovery codes" : "there was no authenticator app",
  );
  output.say("their sessions have ended; for a new password: svc admin create");
  if (output.json) output.printJson({ ...admin, removedPasskeys, removedTotp });
}
