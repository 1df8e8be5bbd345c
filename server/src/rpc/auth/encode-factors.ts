import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { UserFactorsSchema } from "@svc/proto/svc/auth/v1/factors_pb";
import type { UserFactors } from "../../domain/factors/user-factors.ts";

/** The second factors of a user, as the user, backends and administrators see them. */
export function encodeFactors({
  totpEnrolledAt,
  totpLastUsedAt,
  ...factors
}: UserFactors): MessageInitShape<typeof UserFactorsSchema> {
  return {
    ...factors,
    ...(totpEnrolledAt !== undefined && { totpEnrolledAt: timestampFromMs(totpEnrolledAt) }),
    ...(totpLastUsedAt !== undefined && { totpLastUsedAt: timestampFromMs(totpLastUsedAt) }),
  };
}
