import type { DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import type { BenchServer } from "../server-process.ts";
import type { Wire } from "../wire.ts";

const { signUp, signIn, refreshToken, getMe, signInAnonymously } = AuthService.method;
const { introspectToken } = TokenService.method;
const password = "correct horse battery";

/** Each has an address of their own, as phones do. */
type Person = { headers: Readonly<Record<string, string>> };
type Guest = Person & { accessToken: string; refreshToken: string };
type Member = Person & { email: string; deviceToken: string };

export type Crowd = Readonly<{
  wire: Wire;
  secretKey: string;
  guests: readonly Guest[];
  members: readonly Member[];
}>;

export type CostCall = Readonly<{
  name: string;
  /** At most so many. */
  roundTrips?: number;
  /** At most so many, on average. */
  walBytes?: number;
  /** At least so many of a hundred updates happen in place. */
  hotPercent?: number;
  /** Who can make it: as many calls are made in each pass. */
  callers: "guests" | "members";
  make: (crowd: Crowd, n: number) => Promise<void>;
}>;

export const costCalls: readonly CostCall[] = [
  {
    ...{ name: refreshToken.name, roundTrips: 1, walBytes: 1_500, hotPercent: 95, callers: "guests" },
    async make({ wire, guests }, n) {
      const guest = at(guests, n);
      const answer = await call(wire, refreshToken, { refreshToken: guest.refreshToken }, guest);
      guest.refreshToken = answer.refreshToken;
    },
  },
  {
    ...{ name: getMe.name, roundTrips: 1, callers: "guests" },
    async make({ wire, guests }, n) {
      const { accessToken, headers } = at(guests, n);
      await call(wire, getMe, {}, { headers: { ...headers, authorization: `Bearer ${accessToken}` } });
    },
  },
  {
    ...{ name: introspectToken.name, roundTrips: 1, callers: "guests" },
    async make({ wire, guests, secretKey }, n) {
      const headers = { "x-svc-key": secretKey };
      await call(wire, introspectToken, { token: at(guests, n).accessToken }, { headers });
    },
  },
  {
    ...{ name: signIn.name, roundTrips: 4, callers: "members" },
    async make({ wire, members }, n) {
      const member = at(members, n);
      await call(wire, signIn, { email: member.email, password }, member);
    },
  },
  {
    ...{ name: `${signIn.name} from a known device`, roundTrips: 4, callers: "members" },
    async make({ wire, members }, n) {
      const member = at(members, n);
      const { email, deviceToken } = member;
      await call(wire, signIn, { email, password, deviceToken }, member);
    },
  },
  {
    ...{ name: signInAnonymously.name, callers: "guests" },
    async make({ wire, guests }, n) {
      await call(wire, signInAnonymously, {}, at(guests, n));
    },
  },
];

export async function gatherCrowd(
  wire: Wire,
  server: BenchServer,
  count: Readonly<{ guests: number; members: number }>,
): Promise<Crowd> {
  const guests: Guest[] = [];
  for (let n = 0; n < count.guests; n++) {
    const headers = headersOf(server, n);
    const { accessToken, refreshToken } = await call(wire, signInAnonymously, {}, { headers });
    guests.push({ headers, accessToken, refreshToken });
  }
  const members: Member[] = [];
  for (let n = 0; n < count.members; n++) {
    const headers = headersOf(server, n);
    const email = `member${n}@example.com`;
    const { tokens } = await call(wire, signUp, { email, password }, { headers });
    members.push({ headers, email, deviceToken: tokens?.deviceToken ?? "" });
  }
  return { wire, secretKey: server.secretKey, guests, members };
}

/** For a server that trusts the bench as its proxy. */
function headersOf({ publishableKey }: BenchServer, n: number): Record<string, string> {
  return { "x-svc-key": publishableKey, "x-forwarded-for": `10.1.${n >> 8}.${n & 255}` };
}

async function call<M extends DescMethodUnary>(
  wire: Wire,
  method: M,
  request: MessageInitShape<M["input"]>,
  { headers }: Person,
): Promise<MessageShape<M["output"]>> {
  const answer = await wire.call(method, request, headers);
  if (answer === undefined) throw new Error(`${method.name} was refused`);
  return answer;
}

function at<T>(list: readonly T[], n: number): T {
  const found = list[n % list.length];
  if (found === undefined) throw new Error("nobody is there");
  return found;
}
