import type { DescService } from "@bufbuild/protobuf";
import { anchorOf } from "../../server/src/http/docs/anchors.ts";
import { withoutMark } from "../openapi/access-of.ts";
import type { Contract } from "./contract.ts";
import type { Prose } from "./fields.ts";
import { link, outsideCode } from "./markdown.ts";
import { type ReasonLink, reasonsIn } from "./reason-links.ts";
import { services } from "./services.ts";

/** The comments of a page as Markdown: reasons and methods are links, and nothing is a tag. */
export function pageProse(service: DescService, contract: Contract, linkReason: ReasonLink): Prose {
  const linkMethod = methodLinks(service, contract);
  const linked = (word: string): string =>
    linkMethod(word) ?? (reasonsIn(word).length > 0 ? linkReason(word) : word);
  return (desc) =>
    outsideCode(withoutMark(contract.describe(desc)), (text) =>
      text.replaceAll(/[<*]/g, "\\$&").replaceAll(/\b[A-Z]\w+\b/g, linked),
    );
}

/** To the method of this name: of the same service, or of the only other one that has it. */
function methodLinks(own: DescService, { registry }: Contract): (word: string) => string | undefined {
  const pages = services.map(({ typeName, page }) => ({
    page,
    methods: registry.getService(typeName)?.methods,
  }));
  return (word) => {
    if (!/[a-z][A-Z]/.test(word)) return undefined;
    const anchor = `#${anchorOf(word)}`;
    if (own.methods.some(({ name }) => name === word)) return link(word, anchor);
    const [page, ...more] = pages.filter(({ methods }) => methods?.some(({ name }) => name === word));
    return page && more.length === 0 ? link(word, `${page.page}${anchor}`) : undefined;
  };
}
