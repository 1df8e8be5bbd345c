import type { DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { GetProjectConfigResponse } from "@svc/proto/svc/auth/v1/config_pb";
import { AppError } from "../errors.ts";
import type { Html } from "../wire/html.ts";
import type { LanguageTag } from "../wording/languages.ts";
import type { Wording } from "../wording/wording.ts";
import type { Brand } from "./brand.ts";
import type { IconName } from "./icons.ts";

/** How a page looks, and the sentences that it says. */
export type Presentation = Readonly<{
  brand: Brand;
  wording: Wording;
  /** The language that the address or the form asked for. It is sent on with every form and link. */
  lang?: LanguageTag | undefined;
}>;

/** One visit to a page of a project, or of the server itself, which looks like a project named svc. */
export type Visit = Presentation &
  Readonly<{
    baseUrl: string;
    config: GetProjectConfigResponse;
    /** The URL scheme that the project's app claims, from the project's settings and never from the request. */
    appScheme?: string | undefined;
    /** Calls a public method for the visitor. */
    call: <M extends DescMethodUnary>(
      method: M,
      request: MessageInitShape<M["input"]>,
    ) => Promise<MessageShape<M["output"]>>;
  }>;

/** What the visitor is to see. */
export type View = Readonly<{
  /** 200 unless it says otherwise. */
  status?: number;
  icon?: IconName;
  heading: string;
  body: Html;
  /** The form is shown again because of a mistake in it. */
  hasMistake?: boolean;
  /** It shows digits that phones would take for a telephone number. */
  hasCode?: boolean;
}>;

/** A page behind an emailed link. `show` must change nothing: scanners follow links before people do. */
export type Page = Readonly<{
  /** The last part of its address, and where its forms go: relative, so that the token leaves the address. */
  name: string;
  show: (visit: Visit, query: URLSearchParams) => View | Promise<View>;
  /** Without it, a form is not read, and whoever sends one is shown the page. */
  submit?: (visit: Visit, form: URLSearchParams) => Promise<View>;
  /** What to do when the link no longer works. */
  afterDeadLink: (visit: Visit) => Html;
}>;

const TOKEN = /^[\w-]{16,128}$/;

/** The link's token. One that cannot be ours is a dead link, and is never written into a page. */
export function requireToken(fields: URLSearchParams): string {
  const token = fields.get("token") ?? "";
  if (!TOKEN.test(token)) throw new AppError("EMAIL_TOKEN_INVALID", "not well-formed");
  return token;
}
