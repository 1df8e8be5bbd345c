import { timestampMs } from "@bufbuild/protobuf/wkt";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { AppError } from "../errors.ts";
import { deviceInWords } from "../text/device-in-words.ts";
import { timeInWords } from "../text/time-in-words.ts";
import { html } from "../wire/html.ts";
import type { View, Visit } from "./page.ts";

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

export function emailCodeView({ brand }: Visit, code: string, { userAgent, at }: Asked): View {
  const device = deviceInWords(userAgent);
  const half = code.length / 2;
  return {
    icon: "lock",
    heading: brand.wording("email_code").heading || "Your sign-in code",
    hasCode: true,
    body: html`
<p>Asked for ${device !== undefined && html`with <strong>${device}</strong> `}on ${timeInWords(at)}. Type it in ${brand.name} on that device:</p>
<p class="code">${code.slice(0, half)} ${code.slice(half)}</p>
<p>If you did not ask for it, close this page and tell nobody the code.</p>
<p class="quiet">Only the code in the newest email works.</p>`,
  };
}
