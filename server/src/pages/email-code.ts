import { timestampMs } from "@bufbuild/protobuf/wkt";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { AppError } from "../errors.ts";
import { type Html, html } from "../wire/html.ts";
import { deviceInWords } from "../wording/device-in-words.ts";
import type { View, Visit } from "./page.ts";
import { inOneLine, leftToRight, paragraphs, plainText, quietParagraphs, sentence } from "./sentences.ts";

const FLOW = /^[\w-]{43}$/;
const CODE = /^\d{8}$/;

/** The device that asked for a code, in its own words, and when. */
type Asked = Readonly<{ userAgent: string; at: number }>;

/**
 * Shows the code of a link on a device where the app did not open. It signs nobody in: only the device that asked can use
 * the code. Whether the code is the right one is not looked up, because that would be a place to guess codes.
 */
export async function showEmailCode(visit: Visit, query: URLSearchParams): Promise<View> {
  const [flowId, code] = [query.get("flow") ?? "", query.get("code") ?? ""];
  if (!FLOW.test(flowId) || !CODE.test(code)) throw new AppError("EMAIL_TOKEN_INVALID", "not well-formed");
  return emailCodeView(visit, code, await inspectFlow(visit, flowId));
}

async function inspectFlow({ call }: Visit, flowId: string): Promise<Asked> {
  try {
    const { userAgent, requestTime } = await call(AuthService.method.inspectEmailCode, { flowId });
    return { userAgent, at: requestTime ? timestampMs(requestTime) : 0 };
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== "EMAIL_CODE_INVALID") throw error;
    throw new AppError("EMAIL_TOKEN_INVALID", "the flow is unknown or over");
  }
}

export function emailCodeView(visit: Visit, code: string, asked: Asked): View {
  const half = code.length / 2;
  return {
    icon: "lock",
    heading: plainText(visit, "page.code.heading"),
    hasCode: true,
    body: html`
<p>${inOneLine(visit, [askedSentence(visit, asked), sentence(visit, "page.code.body")])}</p>
<p class="code">${leftToRight(`${code.slice(0, half)} ${code.slice(half)}`)}</p>
${paragraphs(visit, "page.code.not_you")}
${quietParagraphs(visit, "page.code.newest")}`,
  };
}

function askedSentence(visit: Visit, { userAgent, at }: Asked): Html {
  const time = visit.wording.time(at);
  const device = deviceInWords(visit.wording, userAgent);
  return device === undefined
    ? sentence(visit, "page.code.asked", { time })
    : sentence(visit, "page.code.asked_with", { time, device: html`<strong>${device}</strong>` });
}
