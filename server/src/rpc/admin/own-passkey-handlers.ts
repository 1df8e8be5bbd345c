import type { App } from "../../app.ts";
import { addOwnPasskey, startPasskeyAddition } from "../../domain/admins/add-own-passkey.ts";
import { listOwnPasskeys, removeOwnPasskey, renameOwnPasskey } from "../../domain/admins/own-passkeys.ts";
import { adminActor } from "../context.ts";
import type { AdminSessionHandlers } from "../methods/admin-accounts.ts";
import { encodeAdminPasskey } from "./encode-admin.ts";

/** What administrators do with their own passkeys. */
export function ownPasskeyHandlers(
  app: App,
): Pick<
  AdminSessionHandlers,
  "listMyPasskeys" | "startPasskeyAddition" | "addMyPasskey" | "renameMyPasskey" | "removeMyPasskey"
> {
  return {
    async listMyPasskeys(_request, { admin }) {
      const { passkeys, rpId, userHandle } = await listOwnPasskeys(app, admin);
      return { passkeys: passkeys.map(encodeAdminPasskey), rpId, userHandle };
    },

    async startPasskeyAddition(_request, { admin, adminSession }) {
      return { optionsJson: await startPasskeyAddition(app, admin, adminSession) };
    },

    async addMyPasskey(request, context) {
      const passkey = await addOwnPasskey(app, context.admin, request, adminActor(context));
      return { passkey: encodeAdminPasskey(passkey) };
    },

    async renameMyPasskey(request, { admin }) {
      return { passkey: encodeAdminPasskey(await renameOwnPasskey(app, admin, request)) };
    },

    async removeMyPasskey({ passkeyId }, context) {
      const { admin, adminSession } = context;
      await removeOwnPasskey(app, admin, adminSession, passkeyId, adminActor(context));
      return {};
    },
  };
}
