import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { encodeCall } from "../calls/encode-call.ts";
import { bearer, refreshCalls, signUpPeople, signUpSigners } from "../calls/people.ts";
import { type BenchServer, startBenchServer } from "../server-process.ts";
import { NEWCOMERS, PASSWORD, type Peer } from "./peer.ts";

const { signUp, signIn, refreshToken, getMe, signInAnonymously } = AuthService.method;

export async function startSvc(count: number, workers: number | undefined): Promise<Peer> {
  const server = await startBenchServer({ workers });
  const { people, signers } = await signUpAll(server, count).catch(async (error: Error) => {
    await server.stop(); // otherwise the benchmark would not end
    throw error;
  });
  const { key } = people;
  let newcomers = 0;
  const again = (clients: number, call: (client: number) => ReturnType<typeof encodeCall>) =>
    ({ calls: Array.from({ length: clients }, (_, client) => call(client)), use: "again" }) as const;
  return {
    name: "svc",
    calls: {
      "sign-up": signUp.name,
      "sign-in": signIn.name,
      "session check": getMe.name,
      "new token": refreshToken.name,
      guest: signInAnonymously.name,
    },
    target: server,
    order(operation, clients) {
      if (operation === "sign-in") {
        return again(clients, (client) =>
          encodeCall("JSON", signIn, { email: signers[client] ?? "", password: PASSWORD }, key),
        );
      }
      if (operation === "session check") {
        return again(clients, (client) => encodeCall("JSON", getMe, {}, bearer(people, client)));
      }
      if (operation === "new token") {
        return { calls: refreshCalls(people, "JSON", clients), use: "chain", collect: clients };
      }
      if (operation === "guest") return again(clients, () => encodeCall("JSON", signInAnonymously, {}, key));
      const calls = Array.from({ length: NEWCOMERS }, () =>
        encodeCall("JSON", signUp, { email: `new${newcomers++}@example.com`, password: PASSWORD }, key),
      );
      return { calls, use: "once" };
    },
    after(operation, { refreshTokens, accessTokens }) {
      if (operation !== "new token") return;
      people.refreshTokens.splice(0, refreshTokens.length, ...refreshTokens);
      people.accessTokens.splice(0, accessTokens.length, ...accessTokens);
    },
    stop: server.stop,
  };
}

async function signUpAll(server: BenchServer, count: number) {
  return { people: await signUpPeople(server, count), signers: await signUpSigners(server, count) };
}
