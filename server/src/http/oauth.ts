import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../app.ts";
import { finishFlow, projectOfState } from "../domain/oauth/finish-flow.ts";
import { type OAuthProvider, oauthProviders } from "../domain/oauth/identity-provider.ts";
import type { ReturnToApp } from "../domain/oauth/return-to-app.ts";
import { type ProviderRedirect, startFlow } from "../domain/oauth/start-flow.ts";
import type { Project } from "../domain/projects/project.ts";
import { rateLimited } from "../domain/rate-limits/rate-limiter.ts";
import { AppError, causeOf, invalidRequest } from "../errors.ts";
import { type Brand, neutralBrand } from "../pages/brand.ts";
import { oauthFailureView, returnView } from "../pages/oauth-views.ts";
import { readForeignForm } from "../pages/read-form.ts";
import { sendPage } from "../pages/send-page.ts";
import type { CallContext } from "../rpc/context.ts";
import { restOf } from "../rpc/front/rest-of-body.ts";
import { asAppError } from "../rpc/guards/errors.ts";
import { guard } from "../rpc/guards/guard.ts";
import { networkOf } from "../rpc/guards/network-of.ts";
import { newOauthCookie, oauthCookieOf } from "./oauth-cookie.ts";
import { queryOf } from "./query-of.ts";
import { respond } from "./respond.ts";
import type { HttpRoute } from "./route.ts";

export type OauthOptions = App & {
  /** How the pages of the project look. */
  brandOf: (publishableKey: string, request: IncomingMessage) => Promise<Brand>;
  clientIp: (request: IncomingMessage) => string;
};

type Outcome = ProviderRedirect | ReturnToApp;

/** One of the two requests that the browser makes to this server on its way to the provider and back. */
type Step = Readonly<{
  name: "start" | "callback";
  read: (provider: OAuthProvider, request: IncomingMessage) => Promise<URLSearchParams>;
  /** Whose apps the person comes from. Nothing is decided by that yet. */
  find: (options: OauthOptions, parameters: URLSearchParams, context: CallContext) => Promise<Project>;
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
  async find(options, parameters, context) {
    await guard(options, "publishable-key", { "x-svc-key": only(parameters, "key") }, context);
    if (!context.project) throw new AppError("API_KEY_MISSING");
    return context.project;
  },
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
      const context = contextOf(options, raw);
      let outcome: Outcome | undefined;
      let failure: AppError | undefined;
      try {
        outcome = await take(options, provider, step, raw, context);
      } catch (error) {
        failure = asAppError(error, context.requestId);
        await restOf(raw);
      }
      const brand = (): Promise<Brand> => brandFor(options, context.project, raw);
      if (outcome?.kind === "go") sendToProvider(options, response, outcome);
      else if (outcome) await sendBack(response, outcome, brand);
      else if (failure) await sendFailure(response, failure, await brand(), context.requestId);
      logStep(options, provider, step, context, outcome, failure);
    },
  };
}

async function take(
  options: OauthOptions,
  provider: OAuthProvider,
  step: Step,
  request: IncomingMessage,
  context: CallContext,
): Promise<Outcome> {
  // The body is read at once: nobody keeps it for later. Whether it is any good is asked below.
  const reading = step.read(provider, request);
  reading.catch(() => {});
  const taken = await options.rateLimits.take("oauth_address", networkOf(context.clientIp));
  if (!taken.isAllowed) throw rateLimited("oauth_address", taken.retryAfterMs);
  const parameters = await reading;
  const project = await step.find(options, parameters, context);
  context.project = project;
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

/**
 * A web origin is one redirect away. An app's scheme gets a page that goes there by itself: where the
 * browser opens apps only at somebody's tap, the page stays and has a button.
 */
async function sendBack(
  response: ServerResponse,
  { to, href, outcome }: ReturnToApp,
  brandOf: () => Promise<Brand>,
): Promise<void> {
  if (to === "web") return respond(response, 303, { ...NO_TRACE, location: href });
  const brand = await brandOf();
  sendPage(response, brand, returnView(brand, href, outcome), { refresh: `0;url=${href}` });
}

async function sendFailure(
  response: ServerResponse,
  failure: AppError,
  brand: Brand,
  requestId: string,
): Promise<void> {
  const seconds = failure.metadata.retry_after_seconds;
  sendPage(response, brand, oauthFailureView(failure, brand, requestId), {
    "x-request-id": requestId,
    ...(seconds === undefined ? {} : { "retry-after": seconds }),
  });
}

/** A page without its colours is better than none. */
function brandFor(
  options: OauthOptions,
  project: Project | undefined,
  request: IncomingMessage,
): Promise<Brand> {
  if (!project) return Promise.resolve(neutralBrand);
  return options.brandOf(project.publishableKey, request).catch(() => neutralBrand);
}

function contextOf(options: OauthOptions, request: IncomingMessage): CallContext {
  return {
    requestId: options.newId(),
    clientIp: options.clientIp(request),
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 256),
    signal: new AbortController().signal,
    responseHeaders: {},
  };
}

/** Of a parameter that is there twice, one is not the sender's. */
function only(parameters: URLSearchParams, name: string): string {
  const values = parameters.getAll(name);
  if (values.length > 1) throw invalidRequest(name, "is there more than once");
  return values[0] ?? "";
}

/** Never a parameter: they hold the codes. */
function logStep(
  { log }: OauthOptions,
  provider: OAuthProvider,
  step: Step,
  { clientIp, project, requestId }: CallContext,
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
