import type { PushDeviceJson } from "@svc/proto/svc/push/v1/device_pb";
import type { AuthClient } from "./auth-client.ts";
import { callerOf } from "./caller.ts";
import type { PushDevice, PushDeviceInput } from "./contract.ts";
import { longName, shortName } from "./enum-names.ts";
import { toHex } from "./hex.ts";

const PUSH = "push.v1.PushService/";

export type PushDevices = ReturnType<typeof pushDevices>;

/** The push devices of the signed-in user. */
export function pushDevices(client: AuthClient) {
  const { keeper, asUser, random } = callerOf(client);
  /** Made once and kept when the user signs out: the next user of this phone has the same one. */
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
    /** Call it at every start of the app, and when the push service gives the app a new token. */
    async registerPushDevice({ provider, environment, ...rest }: PushDeviceInput): Promise<PushDevice> {
      const { device } = await asUser<{ device: PushDeviceJson }>(`${PUSH}RegisterPushDevice`, {
        ...rest,
        provider: longName("PUSH_PROVIDER", provider),
        ...(environment && { environment: longName("PUSH_ENVIRONMENT", environment) }),
        installationId: await installationId(),
      });
      return decodeDevice(device);
    },

    /** This installation, unless a device is named. Signing out does the same. */
    async unregisterPushDevice(input?: { deviceId: string }): Promise<void> {
      await asUser(`${PUSH}UnregisterPushDevice`, input ?? { installationId: await installationId() });
    },

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
