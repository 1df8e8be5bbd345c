import type { DescEnum, DescMessage, DescService } from "@bufbuild/protobuf";
import { anchorOf } from "../../server/src/http/docs/anchors.ts";
import { isWellKnown } from "../openapi/well-known-types.ts";
import { fieldTable, headingOf, type Prose, valueTable } from "./fields.ts";
import { firstSentence, linkToHeading } from "./markdown.ts";
import { isOwn, methodSection, REASONS_OF_EVERY_METHOD, type Sources } from "./method-section.ts";
import { pageProse } from "./page-prose.ts";
import { reasonsIn } from "./reason-links.ts";
import type { Row } from "./row.ts";
import type { Service } from "./services.ts";

type Type = DescMessage | DescEnum;

/** The page of a service: its methods, then the messages that they use. */
export function servicePage(
  { typeName, rows, note }: Service,
  generatedBy: string,
  sources: Sources,
): string {
  const service = serviceNamed(typeName, sources);
  const prose = pageProse(service, sources.contract, sources.linkReason);
  const [about, shared] = aboutAndReasons(service, prose);
  const types = typesOf(service);
  const page = [
    generatedBy,
    `# ${service.name} (${service.file.proto.package})`,
    ...about,
    ...(note === undefined ? [] : [note]),
    service.methods
      .map((method) => `- ${linkToHeading(method.name)}: ${firstSentence(prose(method))}`)
      .join("\n"),
    ...(shared.length > 0 ? [`## ${REASONS_OF_EVERY_METHOD}`, ...shared, ALSO] : []),
    ...service.methods.map((method) => methodSection(method, rowOf(rows, method.localName), prose, sources)),
    ...(types.length > 0 ? ["## Messages", ...types.map((type) => typeSection(type, prose))] : []),
  ].join("\n\n");
  requireOwnAnchors(page, typeName);
  return `${page}\n`;
}

const ALSO =
  "A proxy, the database or a wrong content type may add one of the reasons of [any call](../errors.md#any-call).";

export function serviceNamed(typeName: string, { contract }: Pick<Sources, "contract">): DescService {
  const service = contract.registry.getService(typeName);
  if (!service) throw new Error(`the contract has no ${typeName}`);
  return service;
}

/** The paragraphs of the comment: those that name reasons are shown apart. */
function aboutAndReasons(service: DescService, prose: Prose): [about: string[], reasons: string[]] {
  const paragraphs = prose(service).split("\n\n");
  const isAboutReasons = (text: string): boolean => reasonsIn(text).length > 0;
  return [paragraphs.filter((text) => !isAboutReasons(text)), paragraphs.filter(isAboutReasons)];
}

function rowOf(rows: Service["rows"], name: string): Row {
  const row = rows[name];
  if (!row) throw new Error(`${name} has no row`);
  return row;
}

/** What the methods use, in the order in which a reader meets it. */
function typesOf({ methods }: DescService): Type[] {
  const found = new Set<Type>();
  const visit = (type: Type | undefined): void => {
    if (!type || found.has(type) || isWellKnown(type)) return;
    found.add(type);
    if (type.kind === "message") visitFields(type);
  };
  const visitFields = ({ fields }: DescMessage): void => {
    for (const { message, enum: type } of fields) visit(message ?? type);
  };
  for (const method of methods)
    for (const kind of ["input", "output"] as const)
      if (isOwn(method, kind)) visitFields(method[kind]);
      else visit(method[kind]);
  return [...found];
}

function typeSection(type: Type, prose: Prose): string {
  const table =
    type.kind === "enum"
      ? valueTable(type, prose)
      : type.fields.length === 0
        ? "No fields."
        : fieldTable(type, prose);
  return [`### ${headingOf(type)}`, prose(type), table].filter(Boolean).join("\n\n");
}

/** Two headings with one name would send links to the wrong one. */
function requireOwnAnchors(page: string, typeName: string): void {
  const headings = [...page.matchAll(/^#+ +(.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
  const twice = headings.filter((anchor, at) => headings.indexOf(anchor) !== at);
  if (twice.length > 0) throw new Error(`${typeName}: several headings are called ${twice.join(", ")}`);
}
