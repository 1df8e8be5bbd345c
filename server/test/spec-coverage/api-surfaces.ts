import { asWritten, type Chapter, extended } from "./statement.ts";

const authorisation = "server/test/authorisation/matrix.test.ts";
const protocols = "server/test/protocols/matrix.test.ts";
const projects = "server/src/rpc/admin/project-service.test.ts";

export const apiSurfaces: Chapter = {
  title: "Surfaces and credentials",
  statements: [
    asWritten("N1", "One port answers native gRPC, gRPC-Web and Connect with JSON alike.", {
      [protocols]: [
        "$name » GetProjectConfig answers the project of the key",
        "$name » CreateProject answers the project and its secret key",
        "failures carry the same text",
      ],
    }),
    asWritten("N2", "The path of an RPC is `/<package>.<Service>/<Method>`.", {
      [authorisation]: "every method of the contract has a decision, and no decision is left over",
      [protocols]: "$name » a method that does not exist is UNIMPLEMENTED",
    }),
    asWritten("N3", "A few endpoints for browsers and tools are plain HTTP, on the same port.", {
      "server/test/keyless.test.ts":
        "are the same for everybody, many times over a dozen connections, while /healthz is answered",
    }),
    asWritten("N4", "Everything is scoped by project: a token of one project is never valid in another.", {
      "server/src/rpc/auth/access-token.test.ts": "a token of another project is WRONG_PROJECT",
      "server/src/rpc/auth/refresh.test.ts":
        "a token with another project's key is invalid, and its family stays untouched",
      "server/src/rpc/auth/sign-up-and-in.test.ts": "an account of one project does not exist in another",
    }),
    asWritten("N5", "`svc.auth.v1` takes the publishable key, as metadata `x-svc-key: pk_…`.", {
      [authorisation]: "each is let in or refused as the table says",
      "server/src/rpc/auth/sign-up-and-in.test.ts": "the publishable key alone opens this surface",
    }),
    asWritten("N6", "`svc.server.v1` takes the secret key, as metadata `x-svc-key: sk_…`.", {
      [authorisation]: "each is let in or refused as the table says",
      "server/src/rpc/server/token-service.test.ts": "only a secret key opens this surface",
    }),
    extended(
      "N7",
      "`svc.admin.v1` takes an administrator's session cookie, or `authorization: Bearer svc_pat_…`. With a cookie, what matters most needs a recent sign-in.",
      "0038-administrators.md",
      {
        [authorisation]: "each is let in or refused as the table says",
        [projects]: "only a living personal access token opens the admin surface",
        "server/src/rpc/guards/csrf.test.ts": "the cookie works in every protocol, with the same proof",
        "server/src/rpc/admin/recent-sign-in.test.ts": [
          "$name is refused ten minutes after it, and done once the password was proven again",
          "$name is never refused to a personal access token",
        ],
      },
    ),
    asWritten(
      "N8",
      "`svc.billing.v1` and `svc.push.v1` take the publishable key together with the user's Bearer access token.",
      { [authorisation]: "each is let in or refused as the table says" },
    ),
    asWritten("N9", "`svc.admin.v1` is never reachable with `pk_` or `sk_`.", {
      [authorisation]: "each is let in or refused as the table says",
      [projects]: "only a living personal access token opens the admin surface",
    }),
    asWritten("N10", "A guard resolves the project from `x-svc-key` before the call runs.", {
      [protocols]: [
        "$name » no key is API_KEY_MISSING",
        "$name » a key nobody has is API_KEY_INVALID",
        "$name » a secret key on the app's surface is WRONG_SURFACE",
      ],
      [authorisation]: "a refused call never runs: no method changes a row without its credential",
    }),
    asWritten("N11", "Limits per address and per account guard the RPCs that take credentials.", {
      "server/src/rpc/guards/rate-limit-rules.test.ts":
        "every method that anybody or any app may call has limits, or is named here",
      "server/src/rpc/guards/rate-limit-address.test.ts": "%s trips at its documented number and recovers",
      "server/src/rpc/guards/rate-limit-account.test.ts":
        "sign_in_account: ten in a row, then one a minute, doubling to 15 minutes",
    }),
    asWritten("N12", "`LinkPassword` and `LinkOAuth` need the guest's Bearer token.", {
      [authorisation]: "each is let in or refused as the table says",
      "server/src/rpc/auth/guests.test.ts":
        "LinkPassword checks the policy and needs the guest's Bearer token",
    }),
    asWritten("N13", "A revoked personal access token fails at its next use.", {
      [projects]: "a revoked token fails on its next use, an expired one from that moment",
      "server/test/workers.slow.test.ts": "a personal access token that was revoked",
    }),
  ],
};
