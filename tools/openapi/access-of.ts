import type { DescMethod } from "@bufbuild/protobuf";
import type { Describe } from "./describe.ts";

export type Access = Readonly<{
  key: "publishable" | "secret";
  /** The user's access token. */
  token: "required" | "optional" | "none";
}>;

/** What a caller sends, from the comments. A test compares it with what the server asks for. */
export function accessOf(method: DescMethod, describe: Describe): Access {
  const text = describe(method);
  const comments = `${describe(method.parent)}\n${text}`;
  const [isPublishable, isSecret] = [
    comments.includes("x-svc-key: pk_"),
    comments.includes("x-svc-key: sk_"),
  ];
  if (isPublishable === isSecret)
    throw new Error(`${method.parent.typeName}: its comment names no single key`);
  const mayHaveToken = /\bBearer\b/.test(text);
  return {
    key: isPublishable ? "publishable" : "secret",
    token: text.startsWith(BEARER) ? "required" : mayHaveToken && isPublishable ? "optional" : "none",
  };
}

const BEARER = "Bearer. ";

/** The comment of a method without the mark of its access. */
export function withoutMark(text: string): string {
  return text.startsWith(BEARER) ? text.slice(BEARER.length) : text;
}
