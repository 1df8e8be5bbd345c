import { createAdmin } from "../../src/domain/admins/create-admin.ts";
import { endOwnSession } from "../../src/domain/admins/own-sessions.ts";
import {
  createPersonalAccessToken,
  revokeTokenWithChildren,
} from "../../src/domain/admins/personal-access-tokens.ts";
import { reauthenticate } from "../../src/domain/admins/reauthenticate.ts";
import { asAdmin, byAdmin, byToken } from "./callers.ts";
import { SESSION_ID } from "./store-admins.ts";
import type { UseCase } from "./use-case.ts";
import { newPasswordOf } from "./world.ts";

export const adminCredentialUseCases: readonly UseCase[] = [
  {
    name: "Reauthenticate",
    about: "admin",
    async run(app, world) {
      const caller = await asAdmin(app, world);
      await reauthenticate(
        app,
        caller.admin,
        caller.session,
        { password: world.admin.password, credentialJson: "", totpCode: "" },
        byAdmin(caller),
      );
      return undefined;
    },
    acknowledges: {
      provenByAdminSession: "admin",
      events: ["admin.reauthenticated"],
      refusalMayWrite: ["admin.reauthentication_failed"],
    },
  },
  {
    name: "admin RevokeMySession",
    about: "admin",
    async run(app, world) {
      const caller = await asAdmin(app, world);
      await endOwnSession(app, caller.admin, SESSION_ID, byAdmin(caller));
      return undefined;
    },
    acknowledges: { endsAdminSession: true, events: ["admin.session_ended"] },
  },
  {
    name: "CreatePersonalAccessToken (with a token)",
    about: "admin",
    async run(app, world) {
      await createPersonalAccessToken(
        app,
        { id: world.admin.id },
        { name: "child", expiresInDays: 0 },
        byToken(world),
      );
      return undefined;
    },
    acknowledges: { events: ["admin.token_created"] },
  },
  {
    name: "RevokePersonalAccessToken (with children)",
    about: "admin",
    async run(app, world) {
      await revokeTokenWithChildren(app, { id: world.admin.id }, world.admin.tokenId, byToken(world));
      return undefined;
    },
    acknowledges: { revokesTokenTree: true, events: ["admin.token_revoked"] },
  },
  {
    name: "svc admin create --revoke-tokens",
    about: "admin",
    async run(app, { admin }, side) {
      await createAdmin(app, { email: admin.email, password: newPasswordOf(side), revokeTokens: true });
      return undefined;
    },
    acknowledges: {
      setsAdminPassword: true,
      endsAdminCredentials: ["password", "passkey"],
      endsAdminSessions: true,
      revokesTokenTree: true,
      mayWrite: ["admin.password_reset", "admin.created", "admin.factors_reset", "admin.tokens_revoked"],
    },
  },
];
