import type { App } from "../../app.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import { listOwnedPushDevices, type OwnedPushDevice } from "../../domain/push/list-owned-push-devices.ts";
import { revokePushDevice } from "../../domain/push/revoke-push-device.ts";
import { adminActor } from "../context.ts";
import type { AdminPushHandlers } from "../methods/admin-projects.ts";
import { encodeDevice, providerName } from "../push/encode.ts";
import { encodeOwner } from "./encode-owner.ts";

/** What an administrator sees of push devices: never a token. */
export function adminPushService(app: App): AdminPushHandlers {
  return {
    async listPushDevices(request) {
      const project = await requireProjectNamed(app, request.project);
      const provider = providerName(request.provider);
      const page = await listOwnedPushDevices(app, project, { ...request, provider });
      return { devices: page.items.map(encodeOwnedDevice), nextPageToken: page.nextPageToken };
    },

    async revokePushDevice({ project: named, deviceId }, context) {
      const project = await requireProjectNamed(app, named);
      const scope = { project, by: adminActor(context), tellsOtherProjects: false };
      await revokePushDevice(app, scope, { deviceId, token: "", reason: "admin" });
      return {};
    },
  };
}

function encodeOwnedDevice({ owner, ...device }: OwnedPushDevice) {
  return { ...encodeDevice(device), userId: device.userId, ...encodeOwner(owner) };
}
