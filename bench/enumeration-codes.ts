import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import type { Figure } from "./figure.ts";
import { inRandomOrder, timed } from "./interleave.ts";
import { median } from "./quantile.ts";
import type { BenchServer } from "./server-process.ts";
import type { Wire } from "./wire.ts";

const ROUNDS = 200;
const PASSWORD = "correct horse battery";
const CODE_CHALLENGE = "c".repeat(43);

/** Whose address somebody asks a code for. `closed`: an unknown one where nobody can sign up. */
const KINDS = ["unknown", "known", "disabled", "closed"] as const;
type Kind = (typeof KINDS)[number];

/** Whether the time of RequestEmailCode tells addresses apart that get an email from those that get none. */
export async function compareCodes(server: BenchServer, wire: Wire): Promise<Figure[]> {
  const open = server.publishableKey;
  const closed = await closedProject(server, wire);
  const people = Array.from({ length: 20 }, (_, n) => n);
  for (const n of people) {
    await wire.call(AuthService.method.signUp, personOf("enabled", n), { "x-svc-key": open });
    const { email, ...password } = personOf("disabled", n);
    await wire.call(AuthService.method.signUp, { email, ...password }, { "x-svc-key": open });
    const found = await wire.call(UserService.method.getUser, { email }, { "x-svc-key": server.secretKey });
    const userId = found?.user?.id ?? "";
    const disabled = await wire.call(
      UserService.method.disableUser,
      { userId },
      { "x-svc-key": server.secretKey },
    );
    if (!disabled) throw new Error("the user was not disabled");
  }
  const emailOf = (kind: Kind, round: number): string => {
    if (kind === "known") return personOf("enabled", round % people.length).email;
    if (kind === "disabled") return personOf("disabled", round % people.length).email;
    return `nobody-${kind}-${round}@example.com`;
  };
  const times: Record<Kind, number[]> = { unknown: [], known: [], disabled: [], closed: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of inRandomOrder(KINDS)) {
      const request = { email: emailOf(kind, round), codeChallenge: CODE_CHALLENGE };
      const headers = { "x-svc-key": kind === "closed" ? closed : open };
      times[kind].push(await timed(() => wire.call(AuthService.method.requestEmailCode, request, headers)));
    }
  }
  const limit = median(times.unknown);
  return KINDS.map((kind) => ({
    ...{ name: `RequestEmailCode, ${kind} email among four`, value: median(times[kind]), unit: "ms" },
    ...(kind !== "unknown" && {
      ...{ limit, limitIs: "unknown" },
      bars: [
        { of: "ratio" as const, atLeast: 0.9 },
        { of: "ratio" as const, atMost: 1.1 },
      ],
    }),
  }));
}

function personOf(name: string, n: number): { email: string; password: string } {
  return { email: `${name}${n}@example.com`, password: PASSWORD };
}

/** The publishable key of a project where nobody can sign up. */
async function closedProject({ adminToken }: BenchServer, wire: Wire): Promise<string> {
  const headers = { authorization: `Bearer ${adminToken}` };
  const { createProject, updateProject } = ProjectService.method;
  const created = await wire.call(createProject, { name: "Closed", slug: "closed" }, headers);
  const settings = { signUpClosed: true, allowEmailCodes: true };
  const updated = await wire.call(updateProject, { project: "closed", settings }, headers);
  if (!updated) throw new Error("the project was not closed");
  return created?.project?.publishableKey ?? "";
}
