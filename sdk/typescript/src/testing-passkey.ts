import type { CeremonyOptions, PasskeyPlatform } from "./passkey-platform.ts";
import type { TestAuth } from "./testing.ts";
import { passkeyHandlers } from "./testing-kit/passkey-handlers.ts";
import { keepPasskeys, type TestCredential } from "./testing-kit/test-passkeys.ts";
import { SERVER, type TestServer } from "./testing-kit/test-server.ts";

/** A device for the client of `createTestAuth`, and what the test can do as its user. */
export type TestPasskeyDevice = PasskeyPlatform &
  Readonly<{
    /** The next time the app asks for a passkey, the user turns back. With a name, the device fails with that error. */
    failNext: (name?: string) => void;
    /**
     * The user chooses the passkey that a form offers: `signInWithPasskey({ conditional: true })` goes on.
     *
     * @throws `Error` when no form offers one.
     */
    choose: () => void;
    /** How many passkeys the device has. */
    count: () => number;
    /** The user deletes all passkeys of the device. The server does not know. */
    deleteAll: () => void;
  }>;

/**
 * A device with passkeys whose user always agrees, and the server in memory that knows them. Call it once for each test.
 *
 * @example
 * import { passkeys } from "@svc/sdk/passkey";
 * import { createTestAuth } from "@svc/sdk/testing";
 * import { testPasskeys } from "@svc/sdk/testing-passkey";
 *
 * const test = await createTestAuth({ as: "guest" });
 * await passkeys(test.client, testPasskeys(test)).linkPasskey();
 */
export function testPasskeys(auth: TestAuth): TestPasskeyDevice {
  const server = (auth as unknown as { [SERVER]: TestServer })[SERVER];
  server.passkeys = keepPasskeys(server.now);
  for (const [method, handler] of Object.entries(passkeyHandlers(server, server.passkeys))) {
    server.answer(method, handler as (request: never) => object);
  }
  return device();
}

type Kept = { id: string; rpId: string; userHandle: string };
type Ids = readonly { id: string }[];

function device(): TestPasskeyDevice {
  let kept: Kept[] = [];
  let made = 0;
  let failures: string[] = [];
  let chosen: (() => void) | undefined;

  const begin = () => {
    const [name, ...rest] = failures;
    failures = rest;
    if (name) throw namedError(name);
  };
  const credential = ({ id, userHandle }: Kept, challenge: string) => {
    const answer: TestCredential = { id, rawId: id, type: "public-key", response: { challenge, userHandle } };
    return JSON.stringify(answer);
  };

  return {
    failNext: (name = "NotAllowedError") => void failures.push(name),
    count: () => kept.length,
    deleteAll: () => {
      kept = [];
    },
    choose: () => {
      if (!chosen) throw new Error("no form offers a passkey");
      chosen();
    },

    isAvailable: () => true,
    isConditionalAvailable: async () => true,

    async create(optionsJson) {
      begin();
      const { challenge, rp, user, excludeCredentials = [] } = JSON.parse(optionsJson);
      if ((excludeCredentials as Ids).some(({ id }) => kept.some((each) => each.id === id))) {
        throw namedError("InvalidStateError");
      }
      const passkey = { id: `credential-${++made}-${Math.random()}`, rpId: rp.id, userHandle: user.id };
      kept.push(passkey);
      return credential(passkey, challenge);
    },

    async get(optionsJson, { conditional, signal }: CeremonyOptions = {}) {
      begin();
      const { challenge, rpId } = JSON.parse(optionsJson);
      if (conditional) {
        await new Promise<void>((resolve, reject) => {
          chosen = resolve;
          signal?.addEventListener("abort", () => reject(namedError("AbortError")));
        }).finally(() => {
          chosen = undefined;
        });
      }
      const passkey = kept.filter((each) => each.rpId === rpId).at(-1);
      if (!passkey) throw namedError("NotAllowedError");
      return credential(passkey, challenge);
    },

    signals: {
      signalUnknownCredential: async ({ credentialId }) => {
        kept = kept.filter(({ id }) => id !== credentialId);
      },
      signalAllAcceptedCredentials: async ({ userId, allAcceptedCredentialIds }) => {
        kept = kept.filter(
          ({ id, userHandle }) => userHandle !== userId || allAcceptedCredentialIds.includes(id),
        );
      },
    },
  };
}

const namedError = (name: string) => Object.assign(new Error(name), { name });
