import { OidcStandIn } from "./oidc-stand-in.ts";

export const GOOGLE_CLIENT = {
  clientId: "1234-web.apps.googleusercontent.com",
  clientSecret: "GOCSPX-a-secret-of-the-web-client",
};

/** Google with two accounts. PKCE is not left to the client's goodwill here. */
export async function openGoogle(): Promise<OidcStandIn> {
  const google = await OidcStandIn.open({
    issuer: "https://accounts.google.com",
    cancelled: "access_denied",
    configuration: {
      routes: {
        authorization: "/o/oauth2/v2/auth",
        token: "/token",
        jwks: "/oauth2/v3/certs",
        revocation: "/revoke",
      },
      scopes: ["openid", "email", "profile"],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture", "hd"] },
      pkce: { required: () => true },
    },
  });
  google.accounts.set("g-ada", {
    sub: "g-ada",
    claims: {
      email: "ada@gmail.com",
      email_verified: true,
      name: "Ada Lovelace",
      picture: "https://lh3.googleusercontent.com/a/ada",
    },
  });
  google.accounts.set("g-bob", {
    sub: "g-bob",
    claims: { email: "bob@corp.example", email_verified: true, hd: "corp.example", name: "Bob" },
  });
  return google;
}
