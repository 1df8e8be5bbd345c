import type { MessageInitShape } from "@bufbuild/protobuf";
import type { TokenResponseSchema } from "@svc/proto/svc/auth/v1/tokens_pb";
import type { App } from "../../app.ts";
import type { TokenPair } from "../../domain/sessions/token-pair.ts";
import { deviceTokenFor } from "../../domain/sessions/user-device.ts";
import type { AppCall } from "../context.ts";
import { encodeTokens } from "./encode.ts";

/** The answer to an installation that has just signed in: its tokens, and a device token for the next time. */
export function withDevice(
  app: Pick<App, "clock" | "secretBox">,
  { project, knownDevice }: AppCall,
  pair: TokenPair,
): MessageInitShape<typeof TokenResponseSchema> {
  const deviceToken = deviceTokenFor(app, project, pair.user, knownDevice);
  return { ...encodeTokens(pair), deviceToken };
}
