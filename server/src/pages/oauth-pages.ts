import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppError } from "../errors.ts";
import { type Brand, neutralBrand } from "./brand.ts";
import { oauthFailureView, type ReturnOutcome, returnView } from "./oauth-views.ts";
import { type PageOptions, projectBrand, retryAfter } from "./page-routes.ts";
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
      const brand = await brandFor(options, exchange);
      sendPage(exchange.response, brand, returnView(brand, href, outcome), { refresh: `0;url=${href}` });
    },

    async sendFailure(exchange, failure, requestId) {
      const brand = await brandFor(options, exchange);
      sendPage(exchange.response, brand, oauthFailureView(failure, brand, requestId), {
        "x-request-id": requestId,
        ...retryAfter(failure),
      });
    },
  };
}

/** A page without its colours is better than none. */
async function brandFor(options: PageOptions, { publishableKey, request }: Exchange): Promise<Brand> {
  if (publishableKey === undefined) return neutralBrand;
  return projectBrand(options, publishableKey, request).catch(() => neutralBrand);
}
