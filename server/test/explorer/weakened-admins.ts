import { newApiKey } from "../../src/crypto/api-keys.ts";
import { hashToken } from "../../src/crypto/random-token.ts";
import {
  proveAdminPasskey,
  startAdminPasskeyProof,
  useProof,
} from "../../src/domain/admins/admin-passkey-proof.ts";
import { openAdminSession } from "../../src/domain/admins/admin-session.ts";
import { inviteAdmin } from "../../src/domain/admins/invite-admin.ts";
import { recordEvent } from "../../src/domain/analytics/record-event.ts";
import { AppError } from "../../src/errors.ts";
import {
  holdPersonalAccessToken,
  insertPersonalAccessToken,
} from "../../src/storage/personal-access-tokens.ts";
import { transact } from "../../src/storage/transact.ts";
import { asAdmin, byToken, DEVICE, IP } from "./callers.ts";
import type { Weakened } from "./weakened.ts";

const BOTH = ["sqlite", "postgres"] as const;

export const weakenedAdmins: readonly Weakened[] = [
  {
    bug: "LoginWithPasskey reads the passkey before its transaction and not in it",
    instead: "admin LoginWithPasskey",
    partner: "svc admin reset-factors",
    breaks: "an administrator's session was opened with a password or passkey in force",
    engines: BOTH,
    async run(app, world) {
      const options = startAdminPasskeyProof(app);
      const credentialJson = world.admin.device.get(options, { origin: app.baseUrl });
      const proof = await proveAdminPasskey(app, credentialJson);
      const adminToken = await transact(app, async (app) => {
        await useProof(app, proof);
        await recordEvent(app, { kind: "admin.logged_in", projectId: null, by: { actor: "", ip: IP } });
        return openAdminSession(app, world.admin, DEVICE, { passkeyId: proof.passkey.id });
      });
      return { adminToken };
    },
  },
  {
    bug: "InviteAdmin asks for the session in its guard and not in its transaction",
    instead: "InviteAdmin",
    partner: "admin RevokeMySession",
    breaks: "what an administrator's session was needed for is done while it is open",
    engines: BOTH,
    async run(app, world) {
      const { admin } = await asAdmin(app, world);
      await inviteAdmin(
        app,
        admin,
        { email: world.admin.invite.email, roles: [] },
        { actor: `admin:${admin.email}`, ip: IP },
      );
      return undefined;
    },
  },
  {
    bug: "CreatePersonalAccessToken reads the parent before its transaction and not in it",
    instead: "CreatePersonalAccessToken (with a token)",
    partner: "RevokePersonalAccessToken (with children)",
    breaks: "no token works whose tree was revoked",
    engines: BOTH,
    async run(app, world) {
      const { id: adminId, tokenId } = world.admin;
      const parent = await holdPersonalAccessToken(app.db, adminId, tokenId, app.clock());
      if (!parent) throw new AppError("ADMIN_UNAUTHENTICATED");
      const token = newApiKey("svc_pat_");
      await transact(app, async (app) => {
        await insertPersonalAccessToken(app.db, {
          id: app.newId(),
          adminId,
          parentId: parent.id,
          name: "child",
          hash: hashToken(token),
          last4: token.slice(-4),
          createdAt: app.clock(),
          expiresAt: null,
          revokedAt: null,
          lastUsedAt: null,
          limits: null,
        });
        await recordEvent(app, { kind: "admin.token_created", projectId: null, by: byToken(world) });
      });
      return undefined;
    },
  },
];
