/**
 * Makes the calls that the first screen will make, while the browser still fetches the app. Loaded by itself and before everything
 * else, so it imports nothing. The app takes the answers in api/first-call.ts; what it does not ask for was in vain.
 */
type Call = { method: string; input: Record<string, unknown> };

declare global {
  /** By the name of the method and the body, as the transport writes it. */
  var svcFirstCalls: Map<string, Promise<Response>> | undefined;
}

const headers = { "content-type": "application/json", "connect-protocol-version": "1" };

function callsFor({ pathname, search }: Location): Call[] {
  const [, slug, screen] = /^\/console\/p\/([^/]+)\/([^/]*)\/?$/.exec(pathname) ?? [];
  if (slug === undefined) return [];
  const project = decodeURIComponent(slug);
  const calls: Call[] = [{ method: "ProjectService/GetProject", input: { project } }];
  if (screen === "users" && search === "") {
    const input = { project, pageSize: 50, filters: {}, orderBy: "USER_ORDER_NEWEST" };
    calls.push({ method: "UserService/ListUsers", input });
  }
  return calls;
}

/** An answer that nobody reads would keep its connection busy. */
async function readWhole(answer: Response): Promise<Response> {
  const { status, headers } = answer;
  return new Response(await answer.arrayBuffer(), { status, headers });
}

globalThis.svcFirstCalls = new Map(
  callsFor(location).map(({ method, input }) => {
    const path = `/svc.admin.v1.${method}`;
    const body = JSON.stringify(input);
    const answer = fetch(path, { method: "POST", headers, body }).then(readWhole);
    answer.catch(() => {}); // who takes it learns of it
    return [path + body, answer];
  }),
);
