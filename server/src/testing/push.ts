import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { PushEnvironment, PushProvider } from "@svc/proto/svc/push/v1/device_pb";
import { PushService, type RegisterPushDeviceRequestSchema } from "@svc/proto/svc/push/v1/push_pb";
import { PushService as ServerPushService } from "@svc/proto/svc/server/v1/push_pb";
import type { Project } from "../domain/projects/project.ts";
import type { TestApp } from "./test-app.ts";

export type NewDevice = MessageInitShape<typeof RegisterPushDeviceRequestSchema>;

/** The push service as the app of a signed-in user calls it. */
export function pushOf(
  t: TestApp,
  project: Project,
  tokens: Pick<TokenResponse, "accessToken">,
): Client<typeof PushService> {
  return t.client(PushService, {
    "x-svc-key": project.publishableKey,
    authorization: `Bearer ${tokens.accessToken}`,
  });
}

export function backendPush(t: TestApp, secretKey: string): Client<typeof ServerPushService> {
  return t.client(ServerPushService, { "x-svc-key": secretKey });
}

/** An iPhone and its token, both told apart by the number. */
export function iphone(n: number, changes: NewDevice = {}): NewDevice {
  return {
    installationId: installation(n),
    provider: PushProvider.APNS,
    environment: PushEnvironment.PRODUCTION,
    token: apnsToken(n),
    appId: "com.example.app",
    appVersion: "1.2.3",
    os: "ios",
    osVersion: "19.0",
    deviceModel: "iPhone18,1",
    locale: "de-CH",
    timezone: "Europe/Zurich",
    notificationsEnabled: true,
    ...changes,
  };
}

export function android(n: number, changes: NewDevice = {}): NewDevice {
  return iphone(n, {
    provider: PushProvider.FCM,
    environment: PushEnvironment.UNSPECIFIED,
    token: `fcm-token-${n}:APA91b`,
    os: "android",
    deviceModel: "Pixel 12",
    ...changes,
  });
}

export function installation(n: number): string {
  return `0198c0de-0000-4000-8000-${String(n).padStart(12, "0")}`;
}

export function apnsToken(n: number): string {
  return n.toString(16).padStart(64, "a");
}
