import type { MessageInitShape } from "@bufbuild/protobuf";
import { type PushDeviceSchema, PushRevokeReason } from "@svc/proto/svc/server/v1/push_pb";
import type { App } from "../../app.ts";
import { listPushDevicesWithTokens, listUserPushDevices } from "../../domain/push/list-push-devices.ts";
import type { PushDeviceWithToken } from "../../domain/push/push-token.ts";
import { revokePushDevice } from "../../domain/push/revoke-push-device.ts";
import type { ServerPushHandlers } from "../methods/server.ts";
import { encodeDevice, providerName } from "../push/encode.ts";
import { timeOf } from "../time-of.ts";
import { backendScope } from "./backend-scope.ts";

/** What the customer's backend calls, which sends the messages. */
export function serverPushService(app: App): ServerPushHandlers {
  return {
    async listUserPushDevices({ userId }, context) {
      const devices = await listUserPushDevices(app, backendScope(context), userId);
      return { devices: devices.map(encodeDeviceWithToken) };
    },

    async listPushDevices(request, context) {
      const { project, by } = backendScope(context);
      const page = await listPushDevicesWithTokens(app, project, by, {
        ...request,
        provider: providerName(request.provider),
        updatedAfter: timeOf("updated_after", request.updatedAfter),
      });
      return { devices: page.items.map(encodeDeviceWithToken), nextPageToken: page.nextPageToken };
    },

    async revokePushDevice(request, context) {
      const revoked = await revokePushDevice(app, backendScope(context), {
        ...request,
        reason: REASONS[request.reason] ?? "other",
        invalidSince: timeOf("invalid_since", request.invalidSince),
      });
      return { revoked };
    },
  };
}

const REASONS: Readonly<Record<number, string>> = {
  [PushRevokeReason.UNSPECIFIED]: "unspecified",
  [PushRevokeReason.UNREGISTERED]: "unregistered",
  [PushRevokeReason.BAD_TOKEN]: "bad_token",
  [PushRevokeReason.TOPIC_MISMATCH]: "topic_mismatch",
};

function encodeDeviceWithToken(device: PushDeviceWithToken): MessageInitShape<typeof PushDeviceSchema> {
  return { ...encodeDevice(device), userId: device.userId, token: device.token };
}
