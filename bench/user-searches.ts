import type { Project } from "../server/src/domain/projects/project.ts";
import { type ListOrder, listUsers, type UserFlags } from "../server/src/domain/users/list-users.ts";
import type { Figure } from "./figure.ts";
import { FIRST_AT, type UserFacts } from "./many-users.ts";
import { median } from "./quantile.ts";

const ROUNDS = 21;
const AT_MOST = 5;
const PAGE_SIZE = 50;

/** In the names of those who are at the other end of the list. */
const FAR: Readonly<Record<ListOrder, string>> = {
  newest: "founder",
  oldest: "joiner",
  email: "omega",
  email_descending: "alpha",
  last_sign_in: "sleeper",
  last_sign_in_oldest: "riser",
};

/** The addresses of three in ten begin with this letter or a later one. */
const LATE = "t";

/** Those of three in ten begin with an earlier one than this. */
const EARLY = "i";

/** What the users must be, so that each of the searches finds as many as it says. */
export function searchedUsers(count: number): (n: number, email: string) => UserFacts {
  return (n, email) => {
    const place = (n * 7919) % count; // in the order of the last sign-in, which is no other order
    const isAsleep = place < count * 0.3;
    const tags = [
      n < count * 0.3 && FAR.newest,
      n >= count * 0.7 && FAR.oldest,
      email >= LATE && FAR.email,
      email < EARLY && FAR.email_descending,
      isAsleep && FAR.last_sign_in,
      place >= count * 0.7 && FAR.last_sign_in_oldest,
      n % 10 < 3 && "third",
      n % 100 === 37 && "percent",
    ];
    return {
      tags: tags.filter((tag) => tag !== false),
      lastSignInAt: isAsleep ? null : FIRST_AT + count + place,
      emailVerifiedAt: n % 10 === 5 ? FIRST_AT : null,
      disabledAt: n < 200 ? FIRST_AT : null,
    };
  };
}

type Searched = Parameters<typeof listUsers>[0];
type Search = { query: string; filter?: UserFlags };

/** Searches of common texts beside that of a rare one, in each order. */
export async function measureSearches(
  app: Searched,
  engine: string,
  project: Project,
  count: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const order of Object.keys(FAR) as ListOrder[]) {
    const list = ({ query, filter = {} }: Search, pageToken = "") =>
      listUsers(app, project, { query, filter, order, pageToken, pageSize: PAGE_SIZE });
    const rare = () => list({ query: `${Math.floor(count / 3)}@` });
    for (const [name, search] of Object.entries(searchesIn(order))) {
      const { value, limit } = await inTurns(() => list(search), rare);
      figures.push({
        ...{ name: `${engine}, ${order}, ${name}`, value, unit: "ms", limit, limitIs: "a rare text" },
        bars: [{ of: "ratio", atMost: AT_MOST }],
      });
    }
    const { ms, calls } = await untilFound((pageToken) => list({ query: FAR[order] }, pageToken));
    figures.push({
      name: `${engine}, ${order}, until a page of these: ${calls} calls`,
      value: ms,
      unit: "ms",
    });
  }
  return figures;
}

function searchesIn(order: ListOrder): Readonly<Record<string, Search>> {
  return {
    "text of everybody": { query: "example" },
    "text of 30 %": { query: "third" },
    "text of 1 %": { query: "percent" },
    "one letter": { query: "a" },
    "two letters": { query: "ba" },
    "two letters of nobody": { query: "qx" },
    "words of everybody, text of nobody": { query: "com.example" },
    "text of everybody, few disabled": { query: "example", filter: { isDisabled: true } },
    "text of 30 %, nobody verified": { query: "third", filter: { isVerified: true } },
    "text of 30 % at the other end, verified": { query: FAR[order], filter: { isVerified: true } },
    "text of 30 % at the other end": { query: FAR[order] },
  };
}

async function inTurns(work: () => Promise<unknown>, other: () => Promise<unknown>) {
  const times = { value: [] as number[], limit: [] as number[] };
  for (let round = -1; round < ROUNDS; round++) {
    const [value, limit] = [await timed(work), await timed(other)];
    if (round < 0) continue; // the first of each reads what the others find in memory
    times.value.push(value);
    times.limit.push(limit);
  }
  return { value: median(times.value), limit: median(times.limit) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

/** As the console and the command line do: until there is a page. */
async function untilFound(list: (pageToken: string) => ReturnType<typeof listUsers>) {
  const before = performance.now();
  let calls = 0;
  for (let pageToken = "", found = 0; found < PAGE_SIZE; calls++) {
    const page = await list(pageToken);
    found += page.items.length;
    pageToken = page.nextPageToken;
    if (pageToken === "") break;
  }
  return { ms: performance.now() - before, calls };
}
