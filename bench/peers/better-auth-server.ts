import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";

// A process of its own: better-auth as its guide sets it up, in production, on SQLite. Type checks of this
// project run without its types, so it is imported by names that are not literal.
type BetterAuth = { betterAuth: (options: object) => object };
type Emailed = { email: string; otp: string };
type Plugins = {
  anonymous: () => object;
  jwt: (options: object) => object;
  emailOTP: (options: { sendVerificationOTP: (mail: Emailed) => Promise<void> }) => object;
};
type Migration = { getMigrations: (options: object) => Promise<{ runMigrations: () => Promise<void> }> };
type NodeHandler = { toNodeHandler: (auth: object) => RequestListener };

const load = <T>(path: string): Promise<T> => import(`better-auth${path}`);
const [file = "", withCodes] = process.argv.slice(2);

const [{ betterAuth }, { anonymous, emailOTP, jwt }, { getMigrations }, { toNodeHandler }] =
  await Promise.all([
    load<BetterAuth>(""),
    load<Plugins>("/plugins"),
    load<Migration>("/db/migration"),
    load<NodeHandler>("/node"),
  ]);

const database = new DatabaseSync(file);
// Its guide leaves the journal to the user; this is the faster of the usual choices, and less durable than ours.
database.exec("pragma journal_mode=wal; pragma synchronous=normal");

/** The newest code of each address, in the place of its mailbox. */
const emailed: Record<string, string> = {};
const codes = emailOTP({
  async sendVerificationOTP({ email, otp }) {
    emailed[email] = otp;
  },
});

const server = createServer();
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
const options = {
  baseURL: `http://127.0.0.1:${port}`,
  secret: "a secret of the benchmark, which guards nothing",
  database,
  emailAndPassword: { enabled: true },
  // Without this option every session check would sign a token that nobody asked for.
  plugins: [jwt({ disableSettingJwtHeader: true }), anonymous(), ...(withCodes ? [codes] : [])],
  rateLimit: { enabled: false },
  logger: { disabled: true },
  telemetry: { enabled: false },
};
await (await getMigrations(options)).runMigrations();
const answer = toNodeHandler(betterAuth(options));
server.on("request", (request, response) => {
  if (request.url === "/emailed-codes") response.end(JSON.stringify(emailed));
  else answer(request, response);
});
process.send?.({ port });
