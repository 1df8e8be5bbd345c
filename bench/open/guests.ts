import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import type { People } from "../calls/people.ts";
import type { BenchServer } from "../server-process.ts";
import { jsonWire } from "../wire.ts";

const AT_A_TIME = 16;

/** Users without a password, who are made in no time. */
export async function guests(server: BenchServer, count: number): Promise<People> {
  const key = { "x-svc-key": server.publishableKey };
  const people: People = { key, emails: [], accessTokens: [], refreshTokens: [] };
  const wire = jsonWire(server.url);
  const one = async (n: number): Promise<void> => {
    const tokens = await wire.call(AuthService.method.signInAnonymously, {}, key);
    people.accessTokens[n] = tokens?.accessToken ?? "";
    people.refreshTokens[n] = tokens?.refreshToken ?? "";
  };
  for (let at = 0; at < count; at += AT_A_TIME) {
    await Promise.all(Array.from({ length: Math.min(AT_A_TIME, count - at) }, (_, n) => one(at + n)));
  }
  wire.close();
  return people;
}
