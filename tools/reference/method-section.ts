import type { DescMessage, DescMethod } from "@bufbuild/protobuf";
import { accessWords } from "./access-words.ts";
import type { CommandsOf } from "./cli-commands.ts";
import type { Contract } from "./contract.ts";
import { curlOf, pathOf } from "./example.ts";
import { fieldTable, headingOf, type Prose } from "./fields.ts";
import { limitsOf } from "./limits.ts";
import { block, code, inWords, link, linkToHeading } from "./markdown.ts";
import { type ReasonLink, reasonsIn } from "./reason-links.ts";
import type { Row } from "./row.ts";
import { sdkCalls } from "./sdk-calls.ts";

export type Sources = Readonly<{
  contract: Contract;
  linkReason: ReasonLink;
  ruleWords: ReadonlyMap<string, string>;
  commandsOf: CommandsOf;
}>;

export const REASONS_OF_EVERY_METHOD = "Reasons of every method";

/** Everything about one method. */
export function methodSection(method: DescMethod, row: Row, prose: Prose, sources: Sources): string {
  const paragraphs = prose(method).split("\n\n");
  const reasons = paragraphs.find((text) => text.startsWith(REASONS));
  return [
    `## ${method.name}`,
    ...paragraphs.filter((text) => text !== reasons),
    `- **Path:** ${code(pathOf(method))}\n- **Who may call it:** ${accessWords[row.access].caller}.`,
    ...examples(method, row, sources),
    ...messageOf("Request", method.input, isOwn(method, "input"), prose),
    ...messageOf("Response", method.output, isOwn(method, "output"), prose),
    reasonsOf(method, reasons, sources),
    limitsOf(row, sources.ruleWords),
  ].join("\n\n");
}

const REASONS = "Reasons: ";

function examples(method: DescMethod, row: Row, { contract, commandsOf }: Sources): string[] {
  const path = pathOf(method);
  const sdk = sdkCalls[path.slice(1)];
  const commands = commandsOf(method);
  return [
    ...(method.methodKind === "unary"
      ? [block("sh", curlOf(method, row.access, contract))]
      : [streamed(method)]),
    ...(sdk ? [`With ${link(code(sdk.from), "README.md#client-library")}:`, block("ts", sdk.code)] : []),
    ...(commands.length > 0 ? [`On the command line: ${inWords(commands, "or")}.`] : []),
  ];
}

function streamed({ parent, name, methodKind }: DescMethod): string {
  const direction = methodKind === "server_streaming" ? "responses" : "requests and responses";
  return `A stream of ${direction}: only gRPC clients can call it, at ${code(`${parent.typeName}/${name}`)}.`;
}

/** Whether a message is shown with its method, and not among the messages of the page. */
export function isOwn(method: DescMethod, kind: "input" | "output"): boolean {
  const suffix = kind === "input" ? "Request" : "Response";
  return method[kind].name === `${method.name}${suffix}`;
}

function messageOf(what: string, message: DescMessage, isShownHere: boolean, prose: Prose): string[] {
  if (!isShownHere) return [`**${what}:** ${linkToHeading(headingOf(message))}.`];
  if (message.fields.length === 0) return [`**${what}:** no fields, \`{}\`.`];
  return [`**${what}${remarkOf(prose(message))}`, fieldTable(message, prose)];
}

/** What a comment says beside "Request of SignUp." */
function remarkOf(comment: string): string {
  const rest = comment.replace(/^(?:Request|Response) of \S+?[.:](?:\s+|$)/, "");
  return rest === "" ? "**" : `:** ${rest}`;
}

/** "Methods that returned X can be called afterwards." */
const OF_ANOTHER_METHOD = /\breturned [A-Z_]+/g;

/** Those that the comment gives for the method, those that it names elsewhere, and where the others are. */
function reasonsOf(
  method: DescMethod,
  stated: string | undefined,
  { contract, linkReason }: Sources,
): string {
  const ofAll = reasonsIn(contract.describe(method.parent));
  const known = [...reasonsIn(stated ?? ""), ...ofAll];
  const comment = contract.describe(method).replaceAll(OF_ANOTHER_METHOD, "");
  const others = reasonsIn(comment).filter((reason) => !known.includes(reason));
  const shared =
    ofAll.length > 0
      ? `the ${linkToHeading(REASONS_OF_EVERY_METHOD, "reasons of every method")}`
      : `those of ${link("any call", "../errors.md#any-call")}`;
  const own = [
    ...(stated === undefined ? [] : [stated.slice(REASONS.length).replace(/\.$/, "")]),
    ...others.map(linkReason),
  ];
  return own.length === 0 ? `**Reasons:** ${shared}.` : `**Reasons:** ${own.join(", ")}. Also ${shared}.`;
}
