import type { JsonObject } from "@bufbuild/protobuf";
import type { App } from "../../app.ts";
import { type Introspection, introspect } from "../../domain/sessions/introspect.ts";
import { andThen } from "../../runtime/maybe-promise.ts";
import type { ServerTokenHandlers } from "../methods/server.ts";
import { encodeUserOfToken } from "./encode.ts";

export function tokenService(app: App): ServerTokenHandlers {
  return {
    introspectToken({ token }, { project }) {
      return andThen(introspect(app, project, token), encodeIntrospection);
    },
  };
}

/** Of a token that the project has not signed, nothing is told but that. */
function encodeIntrospection({ claims, inactive, holder }: Introspection) {
  if (!claims) return { active: false, inactiveReason: inactive };
  return {
    active: inactive === undefined,
    inactiveReason: inactive ?? "",
    claims: claims as JsonObject,
    userId: String(claims.sub),
    isAnonymous: holder ? holder.user.guestSince !== null : claims.anonymous === true,
    ...(holder && { user: encodeUserOfToken(holder.user, { identities: holder.identities }) }),
  };
}
