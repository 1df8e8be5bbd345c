import type { IncomingMessage } from "node:http";
import { ConfigService } from "@svc/proto/svc/auth/v1/config_pb";
import type { App } from "../app.ts";
import { AppError } from "../errors.ts";
import type { HttpRoute } from "../http/route.ts";
import { discardRest } from "../rpc/front/discard-rest.ts";
import { asAppError } from "../rpc/guards/errors.ts";
import type { InProcess } from "../rpc/in-process.ts";
import { brandOf, neutralBrand } from "./brand.ts";
import { confirmEmailPage } from "./confirm-email.ts";
import { deleteAccountPage } from "./delete-account.ts";
import { failureView } from "./failure.ts";
import type { Page, View, Visit } from "./page.ts";
import { readForm } from "./read-form.ts";
import { invitePage, resetPage } from "./reset.ts";
import { sendPage } from "./send-page.ts";
import { verifyPage } from "./verify.ts";

export type PageOptions = Pick<App, "baseUrl" | "log" | "newId"> & {
  call: InProcess;
  /** Undefined when there is no such project. */
  publishableKeyOf: (slug: string) => Promise<string | undefined>;
  clientIp: (request: IncomingMessage) => string;
};

/** The pages behind emailed links, for every project. */
export function pageRoutes(options: PageOptions): HttpRoute[] {
  return [verifyPage, resetPage, invitePage, confirmEmailPage, deleteAccountPage].map((page) =>
    pageRoute(options, page),
  );
}

function pageRoute(options: PageOptions, page: Page): HttpRoute {
  return {
    methods: ["GET", "POST"],
    pattern: new RegExp(`^/p/(?<slug>[^/]{1,100})/${page.name}$`),
    async handle({ raw, parameters }, response) {
      const requestId = options.newId();
      const { visit, view, failure } = await serve(options, page, raw, parameters.slug ?? "", requestId);
      sendPage(response, visit?.brand ?? neutralBrand, view, {
        "x-request-id": requestId,
        ...retryAfter(failure),
      });
      logVisit(options, page, raw, { slug: visit?.config.slug, requestId, failure });
    },
  };
}

type Outcome = { visit?: Visit; view: View; failure?: AppError };

async function serve(
  options: PageOptions,
  page: Page,
  request: IncomingMessage,
  slug: string,
  requestId: string,
): Promise<Outcome> {
  // The body is read at once: nobody keeps it for later. Whether it is any good is asked below.
  const form = request.method === "POST" ? readForm(request, options.baseUrl) : undefined;
  form?.catch(() => discardRest(request));
  let visit: Visit | undefined;
  try {
    visit = await openVisit(options, request, slug);
    const view = form ? await page.submit(visit, await form) : page.show(visit, queryOf(request));
    return { visit, view };
  } catch (error) {
    const failure = asAppError(error, requestId);
    return { ...(visit && { visit }), view: failureView(failure, page, visit, requestId), failure };
  }
}

async function openVisit(options: PageOptions, request: IncomingMessage, slug: string): Promise<Visit> {
  const publishableKey = await options.publishableKeyOf(slug);
  if (publishableKey === undefined) throw new AppError("NOT_FOUND", "no such project");
  const caller = {
    publishableKey,
    clientIp: options.clientIp(request),
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 256),
  };
  const call: Visit["call"] = (method, message) => options.call(method, message, caller);
  const config = await call(ConfigService.method.getProjectConfig, {});
  return { config, brand: brandOf(config, options.baseUrl), call };
}

function queryOf({ url = "" }: IncomingMessage): URLSearchParams {
  const mark = url.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1));
}

function retryAfter(failure: AppError | undefined): Record<string, string> {
  const seconds = failure?.metadata.retry_after_seconds;
  return seconds === undefined ? {} : { "retry-after": seconds };
}

/** One line for every form and every bug. Never the query or a field: they hold the token. */
function logVisit(
  { log, clientIp }: PageOptions,
  page: Page,
  request: IncomingMessage,
  {
    slug,
    requestId,
    failure,
  }: { slug: string | undefined; requestId: string; failure: AppError | undefined },
): void {
  const isBug = failure?.reason === "INTERNAL";
  if (request.method !== "POST" && !isBug) return;
  log(isBug ? "error" : "info", "page", {
    page: page.name,
    status: failure?.reason ?? "OK",
    project: slug,
    ip: clientIp(request),
    request_id: requestId,
    detail: failure?.detail,
  });
}
