import { createPublicKey } from "node:crypto";

const { AUTH_URL = "http://localhost:8080", AUTH_PROJECT = "demo" } = process.env;

const answer = await fetch(`${AUTH_URL}/p/${AUTH_PROJECT}/.well-known/jwks.json`);
if (!answer.ok) throw new Error(`the keys: HTTP ${answer.status}`);
const { keys } = await answer.json();

const config = {
  _format_version: "3.0",
  services: [
    {
      name: "backend",
      url: "http://127.0.0.1:3000",
      routes: [{ name: "api", paths: ["/"] }],
      plugins: [
        {
          name: "jwt",
          // No token in the URL or a cookie. The header `kid` says which of the keys below signed.
          config: { key_claim_name: "kid", claims_to_verify: ["exp"], uri_param_names: [], cookie_names: [] },
        },
        {
          name: "request-transformer",
          // Only a gateway that knows the user may say who it is.
          config: { remove: { headers: ["x-user-id", "x-user-is-guest"] } },
        },
      ],
    },
  ],
  consumers: [
    {
      username: `${AUTH_PROJECT}-users`,
      jwt_secrets: keys.map((key) => ({
        key: key.kid,
        algorithm: key.alg,
        rsa_public_key: createPublicKey({ key, format: "jwk" }).export({ type: "spki", format: "pem" }),
      })),
    },
  ],
};
process.stdout.write(`${JSON.stringify(config, null, 2)}\n`);
