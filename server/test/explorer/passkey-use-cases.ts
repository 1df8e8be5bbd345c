import type { App } from "../../src/app.ts";
import { linkPasskey, startPasskeyLink } from "../../src/domain/passkeys/link-passkey.ts";
import { removeMyPasskey } from "../../src/domain/passkeys/remove-my-passkey.ts";
import { signInWithPasskey } from "../../src/domain/passkeys/sign-in-with-passkey.ts";
import { signUpWithPasskey } from "../../src/domain/passkeys/sign-up-with-passkey.ts";
import { startPasskeySignIn } from "../../src/domain/passkeys/start-passkey-sign-in.ts";
import { startPasskeySignUp } from "../../src/domain/passkeys/start-passkey-sign-up.ts";
import { AppError } from "../../src/errors.ts";
import { createAuthenticator } from "../../src/testing/authenticator.ts";
import { asked } from "../../src/testing/nothing-asked.ts";
import { ORIGIN } from "../../src/testing/passkeys.ts";
import { asApp, asUser, DEVICE } from "./callers.ts";
import type { UseCase } from "./use-case.ts";
import type { World } from "./world.ts";

const origin = { origin: ORIGIN };

/** Both sides send the same credential: it is good for one of them. */
export async function once(
  world: World,
  name: string,
  make: () => Promise<string> | string,
): Promise<string> {
  const made = world.credentials.get(name) ?? (await make());
  const first = world.credentials.get(name) ?? made; // the other side may have been faster
  world.credentials.set(name, first);
  return first;
}

async function link(app: App, world: World): Promise<undefined> {
  const { project, signedIn } = await asUser(app, world);
  const credentialJson = await once(world, "link", async () =>
    createAuthenticator().create(await startPasskeyLink(app, project, signedIn), origin),
  );
  const input = { credentialJson, passkeyName: "", attemptId: "", asked };
  await linkPasskey(app, project, signedIn, input, DEVICE);
  return undefined;
}

export const passkeyUseCases: readonly UseCase[] = [
  {
    name: "SignInWithPasskey",
    about: "person",
    needs: { kind: "member", passkey: true },
    async run(app, world) {
      const project = await asApp(app, world);
      if (!world.state.passkey) throw new AppError("PASSKEY_INVALID", "the device has none");
      const credentialJson = await once(world, "sign in", () =>
        world.person.device.get(startPasskeySignIn(app, project), origin),
      );
      return signInWithPasskey(app, project, { credentialJson, attemptId: "" }, DEVICE);
    },
    acknowledges: {
      opensSessionWith: "passkey",
      consumes: "challenge of the sign-in",
      mayWrite: ["user.signed_in"],
      refusalMayWrite: ["user.sign_in_failed"],
    },
  },
  {
    name: "SignUpWithPasskey (the address that is asked for)",
    about: "person",
    async run(app, world) {
      const project = await asApp(app, world);
      const email = world.person.newEmail;
      const credentialJson = await once(world, "sign up", () =>
        createAuthenticator().create(startPasskeySignUp(app, project, { email, displayName: "" }), origin),
      );
      const input = { credentialJson, email, displayName: "", passkeyName: "", attemptId: "", asked };
      await signUpWithPasskey(app, project, input, DEVICE);
      return undefined;
    },
    acknowledges: {
      consumes: "challenge of the sign-up",
      events: ["user.signed_up", "user.passkey_added"],
    },
  },
  {
    name: "LinkPasskey (guest)",
    about: "person",
    needs: { kind: "guest" },
    run: link,
    acknowledges: {
      provenBy: "session",
      consumes: "challenge of the link",
      events: ["user.passkey_added"],
      mayWrite: ["user.guest_converted"],
    },
  },
  {
    name: "LinkPasskey (member)",
    about: "person",
    needs: { kind: "member" },
    run: link,
    acknowledges: {
      provenBy: "session",
      consumes: "challenge of the link",
      events: ["user.passkey_added"],
      mayWrite: ["user.guest_converted"],
    },
  },
  {
    name: "RemoveMyPasskey",
    about: "person",
    needs: { kind: "member", passkey: true },
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      const input = { passkeyId: world.person.passkeyId, currentPassword: "" };
      await removeMyPasskey(app, project, signedIn, input, DEVICE);
      return undefined;
    },
    acknowledges: {
      provenBy: "session",
      endsCredentials: ["passkey"],
      events: ["user.passkey_removed"],
    },
  },
];
