import type {
  DescEnum,
  DescEnumValue,
  DescField,
  DescMessage,
  DescMethod,
  DescOneof,
  DescService,
} from "@bufbuild/protobuf";
import { getComments } from "@bufbuild/protoplugin";

type Commented = DescMessage | DescField | DescOneof | DescEnum | DescEnumValue | DescService | DescMethod;

/** The comment of something in the contract as Markdown. */
export type Describe = (desc: Commented) => string;

/** Comments name fields as the contract does, `page_token`; readers of JSON see `pageToken`. */
export function describer(types: readonly (DescMessage | DescEnum)[]): Describe {
  const fields = types.flatMap((type) => (type.kind === "message" ? type.fields : []));
  const jsonNames = new Map(fields.map(({ name, jsonName }) => [name, jsonName]));
  return (desc) => {
    const { leading, trailing } = getComments(desc);
    return paragraphsOf(leading ?? trailing ?? "").replaceAll(/`([a-z0-9_]+)`/g, (quoted, name: string) =>
      jsonNames.has(name) ? `\`${jsonNames.get(name)}\`` : quoted,
    );
  };
}

/** A paragraph is one line, so that no viewer shows the line breaks of the source. */
function paragraphsOf(comment: string): string {
  const paragraphs = comment
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, " ").trim());
  return paragraphs.filter((paragraph) => paragraph !== "").join("\n\n");
}
