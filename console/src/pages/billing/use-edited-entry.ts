import { useState } from "react";
import { useCurrentAdminId } from "../../api/current-admin.ts";
import { useProjectSlug } from "../../app/current-project.ts";
import { draftForms } from "../../app/draft-storage.ts";

/**
 * The entry of a list that is open in a form. After a reload, one that has unsaved changes is open again. `opened` is as
 * it was last seen, also when somebody else has removed it; undefined for a new one.
 */
export function useEditedEntry<Entry extends { id: string }>(
  entries: readonly Entry[],
  draftOf: (id: string) => string,
): { edited: string | undefined; opened: Entry | undefined; edit: (id: string | undefined) => void } {
  const adminId = useCurrentAdminId();
  const project = useProjectSlug();
  const [chosen, choose] = useState<{ id: string | undefined; seen: Entry | undefined }>();
  const id = chosen ? chosen.id : draftedId(entries, draftForms(adminId, project), draftOf);
  return {
    edited: id,
    opened: entries.find((entry) => entry.id === id) ?? chosen?.seen,
    edit: (next) => choose({ id: next, seen: entries.find((entry) => entry.id === next) }),
  };
}

function draftedId<Entry extends { id: string }>(
  entries: readonly Entry[],
  forms: readonly string[],
  draftOf: (id: string) => string,
): string | undefined {
  return [...entries.map(({ id }) => id), ""].find((id) => forms.includes(draftOf(id)));
}
