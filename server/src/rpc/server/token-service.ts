import type { JsonObject } from "@bufbuild/protobuf";
import type { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import type { App } from "../../app.ts";
import { type Introspection, introspect } from "../../domain/sessions/introspect.ts";
import { andThen } from "../../runtime/maybe-promise.ts";
import { requireProject } from "../context.ts";
import type { Handlers } from "../route.ts";
import { encodeManagedUser } from "./encode.ts";

export function tokenService(app: App): Handlers<typeof TokenService> {
  return {
    introspectToken({ token }, context) {
      return andThen(introspect(app, requireProject(context), token), encodeIntrospection);
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
    ...(holder && { user: encodeManagedUser(holder.user, holder.identities, []) }),
  };
}
