import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { createAuthenticator } from "../src/testing/authenticator.ts";
import { engines } from "../src/testing/engines.ts";
import { ORIGIN, withPasskeys } from "../src/testing/passkeys.ts";
import { ServedInstance } from "./served-instance.ts";

const origin = { origin: ORIGIN };

describe.each(engines)("a server on $kind whose backup was restored", (engine) => {
  let s: ServedInstance;
  beforeEach(async () => {
    s = await ServedInstance.create({}, engine);
    await s.instance.use((app) => updateProject(app, systemActor, s.project.id, { settings: withPasskeys }));
    await s.start();
  });
  afterEach(() => s.close());

  const call = (method: string, message: object) => s.call(`auth.v1.PasskeyService/${method}`, message);

  test("takes no answer of a passkey that was used after the backup", { timeout: 120_000 }, async () => {
    const device = createAuthenticator();
    const { body } = await call("StartPasskeySignUp", {});
    await call("SignUpWithPasskey", { credentialJson: device.create(body.optionsJson, origin) });
    const answer = async () => device.get((await call("StartPasskeySignIn", {})).body.optionsJson, origin);
    const signIn = async (credentialJson: string) =>
      (await call("SignInWithPasskey", { credentialJson })).reason;

    const { file } = await s.instance.backUp();
    const used = await answer();
    expect(await signIn(used)).toBe("");
    await s.stop();
    await s.instance.restore(file, { force: true });
    await s.start();
    expect(await signIn(used)).toBe("PASSKEY_INVALID");
    expect(await signIn(await answer())).toBe("");
    await s.stop();
  });
});
