import type { App } from "../../app.ts";
import type { SealedPlace } from "../../crypto/secret-box.ts";
import type { PushDevice } from "../../storage/db.ts";

export type PushDeviceWithToken = PushDevice & { token: string };

type DeviceKey = Pick<PushDevice, "id" | "projectId">;

export function sealPushToken(app: Pick<App, "secretBox">, device: DeviceKey, token: string): string {
  return app.secretBox.seal(token, placeOf(device));
}

/** Only for the customer's backend, which needs the token to send. */
export function withToken(app: Pick<App, "secretBox">, device: PushDevice): PushDeviceWithToken {
  return { ...device, token: app.secretBox.open(device.tokenSealed, placeOf(device)) };
}

function placeOf({ id, projectId }: DeviceKey): SealedPlace {
  return { table: "push_devices", column: "token_sealed", project: projectId, row: id };
}
