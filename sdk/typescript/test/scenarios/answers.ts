import { assertFields } from "./fields.ts";
import { isObject, type Json, type JsonObject } from "./scenario-files.ts";

type Field = [number: number, bytes: Uint8Array];

/** What arrives at the client: a response, or an error of the connection. */
export function responseOf(answer: Json): () => Response {
  if (!isObject(answer)) throw new Error(`no answer: ${JSON.stringify(answer)}`);
  if ("network" in answer) {
    assertFields(answer, ["network"]);
    if (answer.network !== "lost") throw new Error(`unknown network ${answer.network}`);
    return () => {
      throw new TypeError("network request failed");
    };
  }
  const { status = 200, body, text, error } = answer;
  const init = { status: status as number };
  if (error !== undefined) return () => refusal(answer);
  if (body !== undefined) {
    assertFields(answer, ["status", "body"]);
    return () => Response.json(body, init);
  }
  assertFields(answer, ["status", "text"]);
  const headers = { "content-type": "text/html" };
  return () => new Response((text as string) ?? null, text === undefined ? init : { ...init, headers });
}

/** Connect's error as the server writes it. */
function refusal(answer: JsonObject): Response {
  assertFields(answer, [...["error", "status", "code", "metadata", "retryAfter", "mfaToken", "factors"]]);
  const { error, status, code, metadata = {}, retryAfter, mfaToken } = answer;
  const pairs = Object.entries(metadata as Record<string, string>);
  const info: Field[] = [
    [1, textOf(error as string)],
    [2, textOf("svc")],
    ...pairs.map(
      ([key, value]): Field => [
        3,
        message([
          [1, textOf(key)],
          [2, textOf(value)],
        ]),
      ],
    ),
  ];
  const details = [{ type: "google.rpc.ErrorInfo", value: base64(info) }];
  if (mfaToken) details.push({ type: "svc.auth.v1.MfaChallenge", value: base64(challenge(answer)) });
  return Response.json(
    { code, message: "refused", details },
    { status: status as number, headers: retryAfter ? { "retry-after": String(retryAfter) } : {} },
  );
}

const FACTORS = ["", "totp", "passkey", "recovery_code"];
/** Ten minutes after the time that the clock of a scenario shows at first. */
const MFA_EXPIRES_AT = 1_767_226_200;

/** svc.auth.v1.MfaChallenge: 1: token, 2: factors, 3: time of expiry. */
function challenge({ mfaToken, factors = [] }: JsonObject): Field[] {
  const numbers = (factors as string[]).map((factor) => {
    if (FACTORS.indexOf(factor) < 1) throw new Error(`unknown factor ${factor}`);
    return FACTORS.indexOf(factor);
  });
  return [
    [1, textOf(mfaToken as string)],
    [2, Uint8Array.from(numbers)],
    [3, Uint8Array.from([8, ...varint(MFA_EXPIRES_AT)])],
  ];
}

const textOf = (text: string) => new TextEncoder().encode(text);
const base64 = (fields: Field[]) => Buffer.from(message(fields)).toString("base64").replace(/=+$/, "");

/** Protobuf with fields of wire type 2. */
function message(fields: Field[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([number, bytes]) => [number * 8 + 2, ...varint(bytes.length), ...bytes]),
  );
}

function varint(number: number): number[] {
  return number < 128 ? [number] : [(number % 128) + 128, ...varint(Math.floor(number / 128))];
}
