import type { App } from "../../app.ts";
import { listMyPushDevices } from "../../domain/push/list-push-devices.ts";
import { registerPushDevice } from "../../domain/push/register-push-device.ts";
import { unregisterPushDevice } from "../../domain/push/unregister-push-device.ts";
import type { PushHandlers } from "../methods/app.ts";
import { encodeOwnDevice, environmentName, providerName } from "./encode.ts";

/** What the app on the device calls. */
export function pushService(app: App): PushHandlers {
  return {
    async registerPushDevice(request, { project, signedIn, clientIp: ip, userAgent }) {
      const input = {
        ...request,
        provider: providerName(request.provider),
        environment: environmentName(request.environment),
      };
      const device = await registerPushDevice(app, project, signedIn, input, { ip, userAgent });
      return { device: encodeOwnDevice(device, signedIn.session.id) };
    },

    async unregisterPushDevice(request, { project, signedIn, clientIp: ip, userAgent }) {
      await unregisterPushDevice(app, project, signedIn, request, { ip, userAgent });
      return {};
    },

    async listMyPushDevices(_request, { project, signedIn }) {
      const devices = await listMyPushDevices(app, project, signedIn);
      return { devices: devices.map((device) => encodeOwnDevice(device, signedIn.session.id)) };
    },
  };
}
