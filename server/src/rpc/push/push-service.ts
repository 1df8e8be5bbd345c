import type { PushService } from "@svc/proto/svc/push/v1/push_pb";
import type { App } from "../../app.ts";
import { listMyPushDevices } from "../../domain/push/list-push-devices.ts";
import { registerPushDevice } from "../../domain/push/register-push-device.ts";
import { unregisterPushDevice } from "../../domain/push/unregister-push-device.ts";
import { requireProject, requireSignedIn } from "../context.ts";
import type { Handlers } from "../route.ts";
import { encodeOwnDevice, environmentName, providerName } from "./encode.ts";

/** What the app on the device calls. */
export function pushService(app: App): Handlers<typeof PushService> {
  return {
    async registerPushDevice(request, context) {
      const signedIn = requireSignedIn(context);
      const device = await registerPushDevice(
        app,
        requireProject(context),
        signedIn,
        {
          ...request,
          provider: providerName(request.provider),
          environment: environmentName(request.environment),
        },
        context.clientIp,
      );
      return { device: encodeOwnDevice(device, signedIn.session.id) };
    },

    async unregisterPushDevice(request, context) {
      const signedIn = requireSignedIn(context);
      await unregisterPushDevice(app, requireProject(context), signedIn, request, context.clientIp);
      return {};
    },

    async listMyPushDevices(_request, context) {
      const signedIn = requireSignedIn(context);
      const devices = await listMyPushDevices(app, requireProject(context), signedIn);
      return { devices: devices.map((device) => encodeOwnDevice(device, signedIn.session.id)) };
    },
  };
}
