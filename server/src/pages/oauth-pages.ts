import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppError } from "../errors.ts";
import { queryOf } from "../wire/query-of.ts";
import { oauthFailureView, type ReturnOutcome, returnView } from "./oauth-views.ts";
import type { Presentation } from "./page.ts";
import { type PageOptions, projectPresentation, retryAfter } from "./page-routes.ts";
import { neutralPresentation, wantedBy } from "./presentation.ts";
import { sendPage } from "./send-page.ts";

/** A request of somebody who signs in with a provider, and its answer. */
type Exchange = Readonly<{
  request: IncomingMessage;
  response: ServerResponse;
  /** Undefined when the project is not known: the page is then neutral. */
  publishableKey: string | undefined;
}>;

type OauthPages = Readonly<{
  /** A page that opens the app by itself, and has a button where the browser waits for a tap. */
  sendReturn: (exchange: Exchange, href: string, outcome: ReturnOutcome) => Promise<void>;
  sendFailure: (exchange: Exchange, failure: AppError, requestId: string) => Promise<void>;
}>;

/** The pages of a sign-in with a provider, for the routes that serve it. */
export function oauthPages(options: PageOptions): OauthPages {
  return {
    async sendReturn(exchange, href, outcome) {
      const presentation = await presentationFor(options, exchange);
      const view = returnView(presentation, href, outcome);
      sendPage(exchange.response, presentation, view, { refresh: `0;url=${href}` });
    },

    async sendFailure(exchange, failure, requestId) {
      const presentation = await presentationFor(options, exchange);
      const view = oauthFailureView(failure, presentation, requestId);
      sendPage(exchange.response, presentation, view, {
        "x-request-id": requestId,
        ...retryAfter(failure),
      });
    },
  };
}

/** A page without its colours is better than none. */
async function presentationFor(
  options: PageOptions,
  { publishableKey, request }: Exchange,
): Promise<Presentation> {
  const wanted = wantedBy(request, queryOf(request).get("lang"));
  if (publishableKey === undefined) return neutralPresentation(wanted);
  return projectPresentation(options, publishableKey, request, wanted).catch(() =>
    neutralPresentation(wanted),
  );
}
