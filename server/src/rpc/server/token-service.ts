import type { JsonObject } from "@bufbuild/protobuf";
import type { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import type { App } from "../../app.ts";
import { type Introspection, introspect } from "../../domain/sessions/introspect.ts";
import { whenThere } from "../../soon.ts";
import { requireProject } from "../context.ts";
import type { Handlers } from "../route.ts";
import { encodeManagedUser } from "./encode.ts";

export function tokenService(app: App): Handlers<typeof TokenService> {
  return {
    introspectToken({ token }, context) {
      return whenThere(introspect(app, requireProject(context), token), encodeIntrospection);
    },
  };
}

function encodeIntrospection(found: Introspection) {
  const claims = found.claims as JsonObject | undefined;
  if (!found.active) return { active: false, inactiveReason: found.reason, ...(claims && { claims }) };
  return {
    active: true,
    claims: found.claims as JsonObject,
    userId: found.user.id,
    isAnonymous: found.user.guestSince !== null,
    user: encodeManagedUser(found.user, found.identities, []),
  };
}
