import type { IncomingMessage, ServerResponse } from "node:http";
import { create } from "@bufbuild/protobuf";
import { ConfigService, GetProjectConfigResponseSchema } from "@svc/proto/svc/auth/v1/config_pb";
import type { App } from "../app.ts";
import { AppError } from "../errors.ts";
import { asAppError } from "../wire/errors.ts";
import { html } from "../wire/html.ts";
import type { HttpRoute } from "../wire/http-route.ts";
import type { InProcess, PageCaller } from "../wire/in-process.ts";
import { queryOf } from "../wire/query-of.ts";
import { readForm } from "../wire/read-form.ts";
import { restOf } from "../wire/rest-of-body.ts";
import type { Wording } from "../wording/wording.ts";
import { acceptInvitePage } from "./accept-invite.ts";
import { appPage } from "./app.ts";
import { authorizePage } from "./authorize.ts";
import { brandOf } from "./brand.ts";
import { confirmEmailPage } from "./confirm-email.ts";
import { deleteAccountPage } from "./delete-account.ts";
import { failureView } from "./failure.ts";
import type { Page, Presentation, View, Visit } from "./page.ts";
import { headerOf, langOf, neutralPresentation, tagsOf, type Wanted, wantedBy } from "./presentation.ts";
import { invitePage, resetPage } from "./reset.ts";
import { sendPage } from "./send-page.ts";
import { undoEmailChangePage } from "./undo-email-change.ts";
import { verifyPage } from "./verify.ts";

export type PageOptions = Pick<App, "baseUrl" | "log" | "newId"> & {
  call: InProcess;
  /** Undefined when there is no such project. */
  projectOfPages: (slug: string) => Promise<ProjectOfPages | undefined>;
  /** The sentences of a project, in the first wanted language that it offers. */
  wordingOfPages: (publishableKey: string, wanted: readonly string[]) => Promise<Wording>;
  clientIp: (request: IncomingMessage) => string;
};

type ProjectOfPages = Readonly<{ publishableKey: string; appScheme: string | undefined }>;

type OpenVisit = (
  options: PageOptions,
  request: IncomingMessage,
  slug: string,
  wanted: Wanted,
) => Promise<Visit>;

/** The pages behind emailed links, for every project and for the server itself. */
export function pageRoutes(options: PageOptions): HttpRoute[] {
  const ofProjects = [
    verifyPage,
    resetPage,
    invitePage,
    confirmEmailPage,
    undoEmailChangePage,
    deleteAccountPage,
    appPage,
    authorizePage,
  ];
  return [
    ...ofProjects.map((page) => pageRoute(options, page, "/p/(?<slug>[^/]{1,100})", openVisit)),
    pageRoute(options, acceptInvitePage, "/admin", openInstanceVisit),
  ];
}

/** There is no such page, said as the project's pages say everything. */
const missingPage: Page = {
  name: "missing",
  show: () => {
    throw new AppError("NOT_FOUND", "no such page");
  },
  afterDeadLink: () => html``,
};

/** What a browser gets below the address of a project where there is no page. */
export async function sendMissingPage(
  options: PageOptions,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const slug = /^\/p\/([^/]{1,100})/.exec(path)?.[1] ?? "";
  const requestId = options.newId();
  const open = (wanted: Wanted): Promise<Visit> => openVisit(options, request, slug, wanted);
  const { presentation, view } = await serve(options, missingPage, request, open, requestId);
  sendPage(response, presentation, view, { "x-request-id": requestId });
}

function pageRoute(options: PageOptions, page: Page, folder: string, open: OpenVisit): HttpRoute {
  return {
    methods: ["GET", "POST"],
    pattern: new RegExp(`^${folder}/${page.name}$`),
    async handle({ raw, parameters }, response) {
      const requestId = options.newId();
      const opened = (wanted: Wanted): Promise<Visit> => open(options, raw, parameters.slug ?? "", wanted);
      const { visit, presentation, view, failure } = await serve(options, page, raw, opened, requestId);
      sendPage(response, presentation, view, {
        "x-request-id": requestId,
        ...retryAfter(failure),
      });
      logVisit(options, page, raw, { slug: visit?.config.slug || undefined, requestId, failure });
    },
  };
}

type Outcome = { visit?: Visit; presentation: Presentation; view: View; failure?: AppError };

async function serve(
  options: PageOptions,
  page: Page,
  request: IncomingMessage,
  open: (wanted: Wanted) => Promise<Visit>,
  requestId: string,
): Promise<Outcome> {
  // The body is read at once: nobody keeps it for later. Whether it is any good is asked below.
  const submit = request.method === "POST" ? page.submit : undefined;
  const form = submit && readForm(request, options.baseUrl);
  form?.catch(() => {});
  if (request.method === "POST" && !form) await restOf(request);
  const fields = form ? await form.catch(() => undefined) : queryOf(request);
  const wanted = wantedBy(request, fields?.get("lang"));
  let visit: Visit | undefined;
  try {
    visit = await open(wanted);
    const view = submit && form ? await submit(visit, await form) : await page.show(visit, queryOf(request));
    return { visit, presentation: visit, view };
  } catch (error) {
    const failure = asAppError(error, requestId);
    await restOf(request);
    const presentation = visit ?? (await neutralPresentation(wanted));
    const about = { page, visit, presentation, requestId, isForm: form !== undefined };
    return { ...(visit && { visit }), presentation, view: failureView(failure, about), failure };
  }
}

const openVisit: OpenVisit = async (options, request, slug, wanted) => {
  const project = await options.projectOfPages(slug);
  if (!project) throw new AppError("NOT_FOUND", "no such project");
  const { publishableKey, appScheme } = project;
  return { ...(await projectVisit(options, publishableKey, request, wanted)), appScheme };
};

async function projectVisit(
  options: PageOptions,
  publishableKey: string,
  request: IncomingMessage,
  wanted: Wanted,
): Promise<Visit> {
  const caller = { publishableKey, ...callerOf(options, request, wanted) };
  const call: Visit["call"] = (method, message) => options.call(method, message, caller);
  const config = await call(ConfigService.method.getProjectConfig, {});
  const wording = await options.wordingOfPages(publishableKey, tagsOf(wanted));
  const { baseUrl } = options;
  const brand = brandOf(config, baseUrl);
  return { baseUrl, config, brand, wording, lang: langOf(wanted, wording), call };
}

/** How the pages of the project look and which sentences they say. */
export function projectPresentation(
  options: PageOptions,
  publishableKey: string,
  request: IncomingMessage,
  wanted: Wanted,
): Promise<Presentation> {
  return projectVisit(options, publishableKey, request, wanted);
}

const openInstanceVisit: OpenVisit = async (options, request, _slug, wanted) => {
  const caller = callerOf(options, request, wanted);
  const config = create(GetProjectConfigResponseSchema, { projectName: "svc" });
  const { baseUrl } = options;
  return {
    ...(await neutralPresentation(wanted)),
    baseUrl,
    config,
    brand: brandOf(config, baseUrl),
    call: (method, message) => options.call(method, message, caller),
  };
};

function callerOf({ clientIp }: PageOptions, request: IncomingMessage, wanted: Wanted): PageCaller {
  return {
    clientIp: clientIp(request),
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 256),
    acceptLanguage: headerOf(wanted),
  };
}

export function retryAfter(failure: AppError | undefined): Record<string, string> {
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
