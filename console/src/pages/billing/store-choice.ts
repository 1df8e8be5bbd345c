import { billing } from "../../strings/billing.ts";
import type { Choice } from "./filter-bar.tsx";

/** The filter by store that every list of billing has. */
export const storeChoice: Choice<"store"> = {
  name: "store",
  label: billing.store,
  options: [
    { value: "", label: billing.anyStore },
    { value: "app_store", label: billing.storeNames.appStore },
    { value: "play_store", label: billing.storeNames.playStore },
    { value: "stripe", label: billing.storeNames.stripe },
  ],
};
