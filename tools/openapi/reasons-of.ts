import type { DescMethod } from "@bufbuild/protobuf";
import { reasons } from "../../server/src/errors.ts";
import { accessOf } from "./access-of.ts";
import type { Describe } from "./describe.ts";

/** How the comment of a service begins a sentence with reasons, and the methods that it is about. */
const SHARED: readonly [start: string, applies: (method: DescMethod, describe: Describe) => boolean][] = [
  ["Any method may return ", () => true],
  ["Bearer methods may also return ", (method, describe) => accessOf(method, describe).token !== "none"],
  [
    "Methods that name a user may also return ",
    ({ input }) => input.fields.some(({ name }) => name === "user_id"),
  ],
];

/** The reasons that the comment of a method names first, then those that its service names for all methods. */
export function reasonsOf(method: DescMethod, describe: Describe): string[] {
  const sentences = describe(method.parent).split(/(?<=\.)\s+(?=[A-Z])/);
  const shared = sentences.filter((sentence) => namedIn(sentence).length > 0);
  const ofAll = shared.flatMap((sentence) => {
    const [, applies] = SHARED.find(([start]) => sentence.startsWith(start)) ?? [];
    if (!applies)
      throw new Error(`${method.parent.typeName}: which methods return the reasons of "${sentence}"?`);
    return applies(method, describe) ? namedIn(sentence) : [];
  });
  return [...new Set([...namedIn(describe(method)), ...ofAll])];
}

function namedIn(text: string): string[] {
  return (text.match(/\b[A-Z][A-Z_]+\b/g) ?? []).filter((word) => word in reasons);
}
