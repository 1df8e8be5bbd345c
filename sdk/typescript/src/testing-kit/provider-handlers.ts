import type {
  LinkOAuthRequestJson,
  OAuthCredentialJson,
  SignInWithOAuthRequestJson,
  UnlinkIdentityRequestJson,
} from "@svc/proto/svc/auth/v1/oauth_pb";
import type { OauthProviderJson } from "@svc/proto/svc/auth/v1/provider_pb";
import { shortName } from "../enum-names.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { Refusal } from "./refusal.ts";
import { canonicalEmail, type TestAccount } from "./test-accounts.ts";
import type { TestRecords } from "./test-records.ts";
import type { TestSession } from "./test-sessions.ts";

type Proof = { provider: OauthProviderJson; idToken: string; email: string; displayName: string };

export function providerHandlers({ accounts, sessions, now }: TestRecords) {
  const add = ({ user, idTokens }: TestAccount, { provider, idToken, email }: Proof) => {
    idTokens[provider] = idToken;
    user.identities.push({ provider, email, linkedAt: new Date(now()).toISOString() });
  };
  const ownerOf = ({ provider, idToken }: Proof) =>
    accounts.find(({ idTokens }) => idTokens[provider] === idToken);
  const findByEmail = (email: string) => accounts.find(({ user }) => !!email && user.email === email);

  return {
    SignInWithOAuth({ credential }: SignInWithOAuthRequestJson) {
      const proof = proofOf(credential);
      const { provider, email, displayName } = proof;
      const known = ownerOf(proof);
      if (known) return sessions.open(known, provider);
      const other = findByEmail(email);
      if (other) throw new Refusal("EMAIL_ALREADY_EXISTS", waysInto(other, proof));
      const account = accounts.add({ email, emailVerified: !!email, displayName });
      account.user.isAnonymous = false;
      add(account, proof);
      return sessions.open(account, provider);
    },

    LinkOAuth({ credential, attemptId }: LinkOAuthRequestJson, session: TestSession) {
      const { account } = session;
      const { user, idTokens } = account;
      reauthenticate(sessions, session);
      const proof = proofOf(credential);
      const { provider, email, displayName } = proof;
      const owner = ownerOf(proof);
      if (owner && owner !== account) throw new Refusal("OAUTH_ACCOUNT_EXISTS");
      if (!owner) {
        const metadata = { resource: "identity", provider: nameOf(provider) };
        if (idTokens[provider]) throw new Refusal("ALREADY_EXISTS", metadata);
        add(account, proof);
      }
      const takesEmail = !user.email && !findByEmail(email);
      if (takesEmail) Object.assign(user, { email, emailVerified: !!email });
      Object.assign(user, { isAnonymous: false, displayName: user.displayName || displayName });
      return sessions.rotate(session, attemptId);
    },

    UnlinkIdentity({ provider, currentPassword }: UnlinkIdentityRequestJson, session: TestSession) {
      reauthenticate(sessions, session, currentPassword);
      const { account } = session;
      const { user, password, idTokens } = account;
      const others = user.identities.filter((identity) => identity.provider !== provider);
      if (others.length === user.identities.length) throw new Refusal("NOT_FOUND", { resource: "identity" });
      if (!password && others.length === 0) throw new Refusal("LAST_SIGN_IN_METHOD");
      user.identities = others;
      delete idTokens[provider ?? ""];
      sessions.end((other) => other.account === account && other.provider === provider);
      return { user };
    },
  };
}

/** Whatever the app has as an ID token names the account; with an @ it is the account's email, too. */
function proofOf(credential: OAuthCredentialJson | undefined): Proof {
  if (!credential) throw new Refusal("UNIMPLEMENTED", {}, "the test server takes ID tokens only");
  const { provider = "OAUTH_PROVIDER_UNSPECIFIED", idToken = "", displayName = "" } = credential;
  return { provider, idToken, displayName, email: idToken.includes("@") ? canonicalEmail(idToken) : "" };
}

/** What an app needs to sign in to the account that has the email. */
function waysInto({ password, user }: TestAccount, { provider, email }: Proof) {
  const names = user.identities.map((identity) => nameOf(identity.provider));
  const methods = password ? ["password", ...names] : names;
  return { provider: nameOf(provider), email, sign_in_methods: methods.join(",") };
}

const nameOf = (provider: OauthProviderJson | undefined) => String(shortName("OAUTH_PROVIDER", provider));
