import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../app.ts";
import { finishFlow, projectOfState } from "../domain/oauth/finish-flow.ts";
import { type OAuthProvider, oauthProviders } from "../domain/oauth/identity-provider.ts";
import type { ReturnToApp } from "../domain/oauth/return-to-app.ts";
import { type ProviderRedirect, startFlow } from "../domain/oauth/start-flow.ts";
import type { Project } from "../domain/projects/project.ts";
import { rateLimited } from "../domain/rate-limits/rate-limiter.ts";
import { type AppError, causeOf, invalidRequest } from "../errors.ts";
import { asAppError } from "../wire/errors.ts";
import type { HttpRoute } from "../wire/http-route.ts";
import { networkOf } from "../wire/network-of.ts";
import { queryOf } from "../wire/query-of.ts";
import { readForeignForm } from "../wire/read-form.ts";
import { respond } from "../wire/respond.ts";
import { restOf } from "../wire/rest-of-body.ts";
import { newOauthCookie, oauthCookieOf } from "./oauth-cookie.ts";

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  /** Undefined until the project is known. */
  publishableKey: string | undefined;
};

export type OauthOptions = App & {
  pages: {
    sendReturn: (exchange: Exchange, href: string, outcome: ReturnToApp["outcome"]) => Promise<void>;
    sendFailure: (exchange: Exchange, failure: AppError, requestId: string) => Promise<void>;
  };
  /** The project of a publishable key; throws for any other key and counts it. */
  projectOfKey: (key: string, clientIp: string) => Promise<Project>;
  clientIp: (request: IncomingMessage) => string;
};

type Visitor = { readonly requestId: string; readonly clientIp: string; project?: Project };

type Outcome = ProviderRedirect | ReturnToApp;

/** One of the two requests that the browser makes to this server on its way to the provider and back. */
type Step = Readonly<{
  name: "start" | "callback";
  read: (provider: OAuthProvider, request: IncomingMessage) => Promise<URLSearchParams>;
  /** Whose apps the person comes from. Nothing is decided by that yet. */
  find: (options: OauthOptions, parameters: URLSearchParams, visitor: Visitor) => Promise<Project>;
  run: (
    options: OauthOptions,
    project: Project,
    provider: OAuthProvider,
    parameters: URLSearchParams,
    browser: string | undefined,
  ) => Promise<Outcome>;
}>;

const start: Step = {
  name: "start",
  read: async (_provider, request) => queryOf(request),
  find: async (options, parameters, { clientIp }) => options.projectOfKey(only(parameters, "key"), clientIp),
  run: (options, project, provider, parameters, browser) =>
    startFlow(options, project, provider, {
      redirectTo: only(parameters, "redirect_to"),
      state: only(parameters, "state"),
      codeChallenge: only(parameters, "code_challenge"),
      codeChallengeMethod: only(parameters, "code_challenge_method"),
      browser,
    }),
};

const callback: Step = {
  name: "callback",
  // Apple sends the browser back with a form: a query is not Apple's.
  read: async (provider, request) => {
    if (provider === "google") return queryOf(request);
    return request.method === "POST" ? readForeignForm(request) : new URLSearchParams();
  },
  find: (options, parameters) => projectOfState(options, only(parameters, "state")),
  run: (options, project, provider, parameters, browser) =>
    finishFlow(options, project, provider, {
      state: only(parameters, "state"),
      code: only(parameters, "code"),
      error: only(parameters, "error"),
      user: only(parameters, "user"),
      browser,
    }),
};

/** Sign-in in the browser, for apps that cannot or do not use the provider's own SDK. */
export function oauthRoutes(options: OauthOptions): HttpRoute[] {
  return oauthProviders.flatMap((provider) => [
    oauthRoute(options, provider, start, ["GET"]),
    oauthRoute(options, provider, callback, provider === "google" ? ["GET"] : ["GET", "POST"]),
  ]);
}

function oauthRoute(
  options: OauthOptions,
  provider: OAuthProvider,
  step: Step,
  methods: HttpRoute["methods"],
): HttpRoute {
  return {
    methods,
    pattern: new RegExp(`^/oauth/${provider}/${step.name}$`),
    async handle({ raw }, response) {
      const visitor: Visitor = { requestId: options.newId(), clientIp: options.clientIp(raw) };
      let outcome: Outcome | undefined;
      let failure: AppError | undefined;
      try {
        outcome = await take(options, provider, step, raw, visitor);
      } catch (error) {
        failure = asAppError(error, visitor.requestId);
        await restOf(raw);
      }
      const exchange = { request: raw, response, publishableKey: visitor.project?.publishableKey };
      if (outcome?.kind === "go") sendToProvider(options, response, outcome);
      else if (outcome) await sendBack(options, exchange, outcome);
      else if (failure) await options.pages.sendFailure(exchange, failure, visitor.requestId);
      logStep(options, provider, step, visitor, outcome, failure);
    },
  };
}

async function take(
  options: OauthOptions,
  provider: OAuthProvider,
  step: Step,
  request: IncomingMessage,
  visitor: Visitor,
): Promise<Outcome> {
  // The body is read at once: nobody keeps it for later. Whether it is any good is asked below.
  const reading = step.read(provider, request);
  reading.catch(() => {});
  const taken = await options.rateLimits.take("oauth_address", networkOf(visitor.clientIp));
  if (!taken.isAllowed) throw rateLimited("oauth_address", taken.retryAfterMs);
  const parameters = await reading;
  const project = await step.find(options, parameters, visitor);
  visitor.project = project;
  return step.run(options, project, provider, parameters, oauthCookieOf(options, request.headers));
}

const NO_TRACE = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

function sendToProvider(
  options: OauthOptions,
  response: ServerResponse,
  { url, browser }: ProviderRedirect,
): void {
  respond(response, 303, { ...NO_TRACE, location: url, "set-cookie": newOauthCookie(options, browser) });
}

/** A web origin is one redirect away. An app's scheme gets a page. */
async function sendBack(
  { pages }: OauthOptions,
  exchange: Exchange,
  { to, href, outcome }: ReturnToApp,
): Promise<void> {
  if (to === "web") respond(exchange.response, 303, { ...NO_TRACE, location: href });
  else await pages.sendReturn(exchange, href, outcome);
}

/** Of a parameter that is there twice, one is not the sender's. */
function only(parameters: URLSearchParams, name: string): string {
  const values = parameters.getAll(name);
  if (values.length > 1) throw invalidRequest(name, "is sent more than once");
  return values[0] ?? "";
}

/** Never a parameter: they hold the codes. */
function logStep(
  { log }: OauthOptions,
  provider: OAuthProvider,
  step: Step,
  { clientIp, project, requestId }: Visitor,
  outcome: Outcome | undefined,
  failure: AppError | undefined,
): void {
  const told = failure ?? (outcome?.kind === "back" ? outcome.failure : undefined);
  log(told?.reason === "INTERNAL" ? "error" : "info", "oauth", {
    step: step.name,
    provider,
    status: told?.reason ?? (outcome?.kind === "back" ? outcome.outcome : "OK"),
    project: project?.slug,
    ip: clientIp,
    request_id: requestId,
    detail: told?.detail,
    cause: told && causeOf(told),
  });
}
