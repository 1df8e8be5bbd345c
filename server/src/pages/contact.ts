import type { Html } from "../wire/html.ts";
import type { Presentation } from "./page.ts";
import { sentence } from "./sentences.ts";

/** Says whom to turn to. */
export function contact(presentation: Presentation): Html {
  const isKnown = presentation.brand.supportEmail !== "";
  return sentence(presentation, isKnown ? "page.contact" : "page.contact_team");
}
