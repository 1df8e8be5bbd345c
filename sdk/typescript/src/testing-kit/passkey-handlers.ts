import type { PasskeyJson } from "@svc/proto/svc/auth/v1/passkey_pb";
import type {
  LinkPasskeyRequestJson,
  RemoveMyPasskeyRequestJson,
  SignInWithPasskeyRequestJson,
  SignUpWithPasskeyRequestJson,
  StartPasskeySignUpRequestJson,
  UpdateMyPasskeyRequestJson,
} from "@svc/proto/svc/auth/v1/passkeys_pb";
import type { Handler } from "./handlers.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { invalidRequest, Refusal } from "./refusal.ts";
import { RP_ID, requireEmail } from "./test-accounts.ts";
import type { TestPasskey, TestPasskeys } from "./test-passkeys.ts";
import type { TestRecords } from "./test-records.ts";
import type { TestSession } from "./test-sessions.ts";

export function passkeyHandlers({ accounts, sessions }: TestRecords, passkeys: TestPasskeys) {
  const options = (of: object) => ({ optionsJson: JSON.stringify(of) });
  return {
    StartPasskeySignIn: () => options(passkeys.requestOptions()),

    SignInWithPasskey({ credentialJson = "" }: SignInWithPasskeyRequestJson) {
      const { account, id } = passkeys.redeem(credentialJson);
      return sessions.open(account, id);
    },

    StartPasskeySignUp: (request: StartPasskeySignUpRequestJson) =>
      options(passkeys.creationOptions(request)),

    SignUpWithPasskey(request: SignUpWithPasskeyRequestJson) {
      const { credentialJson = "", displayName = "", passkeyName = "" } = request;
      const email = request.email ? requireEmail(request.email) : "";
      if (email) accounts.requireFree(email);
      const { account, id } = passkeys.add(credentialJson, passkeyName, "sign-up", () =>
        accounts.add({ email, displayName: displayName.trim() }),
      );
      account.user.isAnonymous = false;
      return { tokens: sessions.open(account, id) };
    },

    StartPasskeyLink(_: object, session: TestSession) {
      reauthenticate(sessions, session);
      return options(passkeys.creationOptions(session.account.user, session.account));
    },

    LinkPasskey(
      { credentialJson = "", passkeyName = "", attemptId }: LinkPasskeyRequestJson,
      session: TestSession,
    ) {
      reauthenticate(sessions, session);
      passkeys.add(credentialJson, passkeyName, "link", session.account);
      session.account.user.isAnonymous = false;
      return sessions.rotate(session, attemptId);
    },

    ListMyPasskeys(_: object, { account }: TestSession) {
      const list = passkeys.of(account);
      return { passkeys: list.map(encode), rpId: RP_ID, userHandle: list[0]?.userHandle ?? "" };
    },

    UpdateMyPasskey({ passkeyId, name = "" }: UpdateMyPasskeyRequestJson, session: TestSession) {
      reauthenticate(sessions, session);
      const passkey = passkeys.find(session.account, passkeyId);
      if (!name.trim() || name.length > 100) throw invalidRequest("name", "has 1 to 100 characters");
      passkey.name = name.trim();
      return { passkey: encode(passkey) };
    },

    RemoveMyPasskey({ passkeyId, currentPassword }: RemoveMyPasskeyRequestJson, session: TestSession) {
      const { account } = session;
      const passkey = passkeys.find(account, passkeyId);
      reauthenticate(sessions, session, currentPassword);
      const ways = passkeys.of(account).length + account.user.identities.length + (account.password ? 1 : 0);
      if (ways === 1) throw new Refusal("LAST_SIGN_IN_METHOD");
      passkeys.remove(passkey);
      sessions.end(({ provider }) => provider === passkey.id);
      return {};
    },
  } satisfies Record<string, Handler>;
}

function encode({ account: _account, userHandle: _handle, ...passkey }: TestPasskey): PasskeyJson {
  return { ...passkey, backedUp: true, rpId: RP_ID };
}
