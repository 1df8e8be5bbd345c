import type { App } from "../../src/app.ts";
import { addOwnPasskey, startPasskeyAddition } from "../../src/domain/admins/add-own-passkey.ts";
import { startAdminPasskeyProof } from "../../src/domain/admins/admin-passkey-proof.ts";
import { removeOwnPasskey } from "../../src/domain/admins/own-passkeys.ts";
import { reauthenticate } from "../../src/domain/admins/reauthenticate.ts";
import { resetFactors } from "../../src/domain/admins/reset-factors.ts";
import { signInAdminWithPasskey } from "../../src/domain/admins/sign-in-admin-with-passkey.ts";
import { createAuthenticator } from "../../src/testing/authenticator.ts";
import { asAdmin, byAdmin, DEVICE } from "./callers.ts";
import { once } from "./passkey-use-cases.ts";
import type { UseCase } from "./use-case.ts";
import type { World } from "./world.ts";

const CHALLENGE = "challenge of the administrator";
const CHALLENGE_OF_BROWSER = "challenge of a browser that has a session";

/** Both calls of a schedule answer the same challenge: it is good for one of them. */
function signed(app: App, world: World, challenge = CHALLENGE): Promise<string> {
  return once(world, challenge, () =>
    world.admin.device.get(startAdminPasskeyProof(app), { origin: app.baseUrl }),
  );
}

export const adminPasskeyUseCases: readonly UseCase[] = [
  {
    name: "admin LoginWithPasskey",
    about: "admin",
    async run(app, world) {
      const { token } = await signInAdminWithPasskey(app, await signed(app, world), DEVICE, undefined);
      return { adminToken: token };
    },
    acknowledges: {
      opensAdminSessionWith: "passkey",
      consumes: CHALLENGE,
      events: ["admin.logged_in"],
      refusalMayWrite: ["admin.login_failed"],
    },
  },
  {
    name: "admin LoginWithPasskey (in the browser of the session)",
    about: "admin",
    async run(app, world) {
      const credentialJson = await signed(app, world, CHALLENGE_OF_BROWSER);
      const { token } = await signInAdminWithPasskey(app, credentialJson, DEVICE, world.admin.sessionToken);
      return { adminToken: token };
    },
    acknowledges: {
      opensAdminSessionWith: "passkey",
      endsAdminSession: true,
      consumes: CHALLENGE_OF_BROWSER,
      events: ["admin.logged_in"],
      refusalMayWrite: ["admin.login_failed"],
    },
  },
  {
    name: "Reauthenticate (with a passkey)",
    about: "admin",
    async run(app, world) {
      const caller = await asAdmin(app, world);
      const proof = { password: "", credentialJson: await signed(app, world), totpCode: "" };
      await reauthenticate(app, caller.admin, caller.session, proof, byAdmin(caller));
      return undefined;
    },
    acknowledges: {
      provenByAdminSession: "admin",
      consumes: CHALLENGE,
      events: ["admin.reauthenticated"],
      refusalMayWrite: ["admin.reauthentication_failed"],
    },
  },
  {
    name: "AddMyPasskey",
    about: "admin",
    async run(app, world) {
      const caller = await asAdmin(app, world);
      const options = await startPasskeyAddition(app, caller.admin, caller.session);
      const credentialJson = createAuthenticator().create(options, { origin: app.baseUrl });
      await addOwnPasskey(app, caller.admin, { credentialJson, name: "" }, byAdmin(caller));
      return undefined;
    },
    acknowledges: { provenByAdminSession: "admin", events: ["admin.passkey_added"] },
  },
  {
    name: "admin RemoveMyPasskey",
    about: "admin",
    async run(app, world) {
      const caller = await asAdmin(app, world);
      await removeOwnPasskey(app, caller.admin, caller.session, world.admin.passkeyId, byAdmin(caller));
      return undefined;
    },
    acknowledges: {
      provenByAdminSession: "admin",
      endsAdminCredentials: ["passkey"],
      events: ["admin.passkey_removed"],
    },
  },
  {
    name: "svc admin reset-factors",
    about: "admin",
    async run(app, { admin }) {
      await resetFactors(app, admin.email);
      return undefined;
    },
    acknowledges: {
      endsAdminCredentials: ["passkey"],
      endsAdminSessions: true,
      events: ["admin.factors_reset"],
    },
  },
];
