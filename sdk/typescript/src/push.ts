import type { PushDeviceJson } from "@svc/proto/svc/push/v1/device_pb";
import type { AuthClient } from "./auth-client.ts";
import { callerOf } from "./caller.ts";
import type { PushDevice, PushDeviceInput } from "./contract.ts";
import { longName, shortName } from "./enum-names.ts";
import { toHex } from "./hex.ts";

const PUSH = "push.v1.PushService/";

/** What `pushDevices` returns. */
export type PushDevices = ReturnType<typeof pushDevices>;

/**
 * Registers the signed-in user's devices for notifications. The client of Expo has these methods already.
 *
 * @example
 * import { pushDevices } from "@svc/sdk/push";
 *
 * export const push = pushDevices(auth);
 * await push.registerPushDevice({ provider: "fcm", token: "fcm-token", appId: "com.example.app" });
 */
export function pushDevices(client: AuthClient) {
  const { keeper, asUser, random } = callerOf(client);
  /** Created once and kept when the user signs out, so that the next user of this phone has the same id. */
  async function installationId(): Promise<string> {
    let id = "";
    await keeper.disk.change(({ broken, ...stored }) => {
      if (broken) throw broken;
      id = stored.installationId ?? uuid(random(16));
      return stored.installationId ? undefined : { ...stored, installationId: id };
    });
    return id;
  }
  return {
    /**
     * Registers this installation for notifications, or updates its registration. Call it at every start of the app and
     * when the app gets a new push token.
     *
     * @throws `AuthError`: `INVALID_REQUEST` (`metadata.field` says which).
     */
    async registerPushDevice({ provider, environment, ...rest }: PushDeviceInput): Promise<PushDevice> {
      const { device } = await asUser<{ device: PushDeviceJson }>(`${PUSH}RegisterPushDevice`, {
        ...rest,
        provider: longName("PUSH_PROVIDER", provider),
        ...(environment && { environment: longName("PUSH_ENVIRONMENT", environment) }),
        installationId: await installationId(),
      });
      return decodeDevice(device);
    },

    /** Removes this installation, or the device that you name. `signOut` removes this installation, too. */
    async unregisterPushDevice(input?: {
      /** The `id` of a device in `listMyPushDevices`. */
      deviceId: string;
    }): Promise<void> {
      await asUser(`${PUSH}UnregisterPushDevice`, input ?? { installationId: await installationId() });
    },

    /** Lists the user's devices that are registered for notifications, without their tokens. */
    async listMyPushDevices(): Promise<PushDevice[]> {
      const { devices } = await asUser<{ devices: PushDeviceJson[] }>(`${PUSH}ListMyPushDevices`);
      return devices.map(decodeDevice);
    },
  };
}

function decodeDevice({ provider, environment, ...rest }: PushDeviceJson): PushDevice {
  const place = shortName("PUSH_ENVIRONMENT", environment);
  return {
    ...rest,
    provider: shortName("PUSH_PROVIDER", provider),
    ...(place && { environment: place }),
  } as PushDevice;
}

function uuid(random: ArrayLike<number>): string {
  const marked = Array.from(random, (byte, at) =>
    at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte,
  );
  return toHex(marked).replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
