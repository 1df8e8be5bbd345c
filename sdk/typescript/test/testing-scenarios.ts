import { type AuthClient, isAuthError } from "../src/sdk.ts";

/** A server, real or in memory, with devices whose clock the test moves. */
export type World = {
  device: () => AuthClient;
  passTime: (ms: number) => void;
  /** What an administrator does. */
  disable: (client: AuthClient) => Promise<void>;
  endSessions: (client: AuthClient) => Promise<void>;
};

/** Writes down what an app sees: events with their states, and what came of its calls. */
export class Journal {
  readonly lines: string[] = [];

  async device(world: World): Promise<AuthClient> {
    const client = world.device();
    await client.ready;
    client.onAuthStateChange((state, event) => {
      const reason = state.status === "signedOut" && state.reason ? `, ${state.reason}` : "";
      if (event !== "initial") this.lines.push(`${event}: ${state.status}${reason}`);
    });
    return client;
  }

  /** The outcome of a call, after the events that it caused. */
  async note(work: Promise<unknown>): Promise<void> {
    const outcome = await work.then(
      (value) => (value === null ? "null" : "ok"),
      (error: unknown) => {
        if (!isAuthError(error)) throw error;
        const metadata = JSON.stringify(error.metadata).replace("{}", "");
        return [error.reason, error.code, error.status, error.retryable && "retryable", metadata]
          .filter(Boolean)
          .join(" ");
      },
    );
    await Promise.resolve();
    this.lines.push(outcome);
  }

  write(value: unknown): void {
    this.lines.push(JSON.stringify(value));
  }
}

type Scenario = { run: (world: World, journal: Journal) => Promise<void>; sees: string[] };

const MINUTE = 60_000;
const password = "four words and more";
const another = "some other words";

/** What an app sees is the same on the real server and on the one in memory. */
export const scenarios: Record<string, Scenario> = {
  "signing up, signing out and signing in again": {
    run: async (world, journal) => {
      const client = await journal.device(world);
      await journal.note(client.signUp({ email: "Up@Example.com ", password, displayName: " Up " }));
      const { id, createdAt, ...user } = client.user ?? {};
      journal.write(user);
      await journal.note(client.signOut());
      await journal.note(client.getMe());
      await journal.note(client.signInWithPassword({ email: "up@example.com", password }));
      journal.write(client.user?.id === id && client.user?.createdAt === createdAt);
    },
    sees: [
      "signedIn: signedIn",
      "ok",
      '{"emailVerified":false,"isAnonymous":false,"claims":{},"identities":[],"hasPassword":true,"emailBounces":false,"email":"up@example.com","displayName":"Up","recovery":"email"}',
      "signedOut: signedOut, user",
      "ok",
      "SIGNED_OUT unauthenticated",
      "signedIn: signedIn",
      "ok",
      "true",
    ],
  },

  "what a sign-up and a sign-in are refused for": {
    run: async (world, journal) => {
      const client = await journal.device(world);
      const email = "taken@example.com";
      await world.device().signUp({ email, password });
      await journal.note(client.signUp({ email, password }));
      await journal.note(client.signUp({ email: "new@example.com", password: "short" }));
      await journal.note(client.signUp({ email: "nonsense", password }));
      await journal.note(client.signInWithPassword({ email, password: another }));
      await journal.note(client.signInWithPassword({ email: "nobody@example.com", password }));
      journal.write(client.state);
    },
    sees: [
      "EMAIL_ALREADY_EXISTS already_exists 409",
      'WEAK_PASSWORD invalid_argument 400 {"rule":"min_length","min_length":"8"}',
      'INVALID_REQUEST invalid_argument 400 {"field":"email","problem":"is not an email address"}',
      "INVALID_CREDENTIALS unauthenticated 401",
      "INVALID_CREDENTIALS unauthenticated 401",
      '{"status":"signedOut"}',
    ],
  },

  "a guest who gets a password keeps the id": {
    run: async (world, journal) => {
      await world.device().signUp({ email: "owner@example.com", password });
      const client = await journal.device(world);
      await journal.note(client.signInAnonymously());
      const { id, isAnonymous, email } = client.user ?? {};
      journal.write([isAnonymous, email]);
      await journal.note(client.linkPassword({ email: "owner@example.com", password }));
      journal.write(client.user?.isAnonymous);
      await journal.note(client.linkPassword({ email: "was-guest@example.com", password }));
      journal.write([client.user?.id === id, client.user?.isAnonymous, client.user?.email]);
      await journal.note(client.linkPassword({ email: "once-more@example.com", password }));
    },
    sees: [
      "signedIn: signedIn",
      "ok",
      "[true,null]",
      "refreshed: signedIn",
      "EMAIL_ALREADY_EXISTS already_exists 409",
      "true",
      "refreshed: signedIn",
      "refreshed: signedIn",
      "ok",
      '[true,false,"was-guest@example.com"]',
      "refreshed: signedIn",
      "NOT_A_GUEST failed_precondition 400",
    ],
  },

  "an access token that has expired is renewed, and so is one on request": {
    run: async (world, journal) => {
      const client = await journal.device(world);
      await journal.note(client.signInAnonymously());
      await journal.note(client.getAccessToken());
      world.passTime(20 * MINUTE);
      await journal.note(client.getAccessToken());
      await journal.note(client.getAccessToken({ forceRefresh: true }));
      await journal.note(client.getMe());
    },
    sees: ["signedIn: signedIn", "ok", "ok", "refreshed: signedIn", "ok", "refreshed: signedIn", "ok", "ok"],
  },

  "the profile and the password change": {
    run: async (world, journal) => {
      const email = "profile@example.com";
      const client = await journal.device(world);
      await journal.note(client.signUp({ email, password }));
      await journal.note(client.updateMe({ displayName: "Grace", avatarUrl: "https://example.com/g.png" }));
      journal.write([client.user?.displayName, client.user?.avatarUrl]);
      await journal.note(client.updateMe({ displayName: "" }));
      journal.write([client.user?.displayName, client.user?.avatarUrl]);
      await journal.note(client.updateMe({ avatarUrl: "nonsense" }));
      await journal.note(client.changePassword({ currentPassword: another, newPassword: another }));
      await journal.note(client.changePassword({ currentPassword: password, newPassword: "short" }));
      await journal.note(client.changePassword({ currentPassword: password, newPassword: another }));
      await journal.note(world.device().signInWithPassword({ email, password }));
      await journal.note(world.device().signInWithPassword({ email, password: another }));
    },
    sees: [
      "signedIn: signedIn",
      "ok",
      "updated: signedIn",
      "ok",
      '["Grace","https://example.com/g.png"]',
      "updated: signedIn",
      "ok",
      '[null,"https://example.com/g.png"]',
      'INVALID_REQUEST invalid_argument 400 {"field":"avatar_url","problem":"is not a URL"}',
      "INVALID_CREDENTIALS unauthenticated 401",
      'WEAK_PASSWORD invalid_argument 400 {"rule":"min_length","min_length":"8"}',
      "ok",
      "INVALID_CREDENTIALS unauthenticated 401",
      "ok",
    ],
  },

  "sessions on other devices end one by one, and all at once": {
    run: async (world, journal) => {
      const email = "devices@example.com";
      const [tablet, laptop] = [world.device(), world.device()];
      const phone = await journal.device(world);
      await journal.note(phone.signUp({ email, password }));
      await tablet.signInWithPassword({ email, password });
      const others = (await phone.listMySessions()).filter(({ current }) => !current);
      journal.write(others.length);
      await journal.note(phone.revokeMySession(String(others[0]?.id)));
      await journal.note(phone.revokeMySession(String(others[0]?.id)));
      await journal.note(tablet.getMe());
      journal.write(tablet.state);
      await laptop.signInWithPassword({ email, password });
      await journal.note(phone.signOut({ scope: "others" }));
      await journal.note(laptop.getMe());
      await journal.note(phone.revokeMySession("00000000-0000-7000-8000-00000000ffff"));
      journal.write((await phone.listMySessions()).map(({ current }) => current));
    },
    sees: [
      "signedIn: signedIn",
      "ok",
      "1",
      "ok",
      "ok",
      "SESSION_REVOKED unauthenticated 401",
      '{"status":"signedOut","reason":"revoked"}',
      "ok",
      "SESSION_REVOKED unauthenticated 401",
      'NOT_FOUND not_found 404 {"resource":"session"}',
      "[true]",
    ],
  },

  "a deleted account is gone on all devices": {
    run: async (world, journal) => {
      const email = "leaver@example.com";
      const tablet = world.device();
      const phone = await journal.device(world);
      await journal.note(phone.signUp({ email, password }));
      await tablet.signInWithPassword({ email, password });
      await journal.note(phone.deleteAccount({ currentPassword: another }));
      await journal.note(phone.deleteAccount({ currentPassword: password }));
      await journal.note(tablet.getMe());
      journal.write(tablet.state);
      await journal.note(tablet.signInWithPassword({ email, password }));
    },
    sees: [
      "signedIn: signedIn",
      "ok",
      "INVALID_CREDENTIALS unauthenticated 401",
      "signedOut: signedOut, deleted",
      "ok",
      'SESSION_REVOKED unauthenticated 401 {"cause":"deleted"}',
      '{"status":"signedOut","reason":"deleted"}',
      "INVALID_CREDENTIALS unauthenticated 401",
    ],
  },

  "a session that the server has ended": {
    run: async (world, journal) => {
      const client = await journal.device(world);
      await journal.note(client.signInAnonymously());
      await world.endSessions(client);
      await journal.note(client.getAccessToken());
      world.passTime(20 * MINUTE);
      await journal.note(client.getAccessToken());
    },
    sees: ["signedIn: signedIn", "ok", "ok", "signedOut: signedOut, expired", "null"],
  },

  "a user who is disabled": {
    run: async (world, journal) => {
      const email = "disabled@example.com";
      const client = await journal.device(world);
      await journal.note(client.signUp({ email, password }));
      await world.disable(client);
      await journal.note(client.getMe());
      await journal.note(client.signInWithPassword({ email, password }));
    },
    sees: [
      "signedIn: signedIn",
      "ok",
      "signedOut: signedOut, revoked",
      "SESSION_REVOKED unauthenticated 401",
      "USER_DISABLED permission_denied 403",
    ],
  },

  "mails are asked for": {
    run: async (world, journal) => {
      const client = await journal.device(world);
      await journal.note(client.requestPasswordReset("nobody@example.com"));
      await journal.note(client.requestEmailVerification("nobody@example.com"));
      await journal.note(client.requestAccountDeletion("nobody@example.com"));
      await journal.note(client.signUp({ email: "mails@example.com", password }));
      await journal.note(client.requestEmailChange({ newEmail: "next@example.com" }));
      await journal.note(client.requestEmailChange({ newEmail: "nonsense" }));
    },
    sees: [
      "ok",
      "ok",
      "ok",
      "signedIn: signedIn",
      "ok",
      "ok",
      'INVALID_REQUEST invalid_argument 400 {"field":"new_email","problem":"is not an email address"}',
    ],
  },
};
