const PREFIX = "svc.draft ";

/** A field of a form: what was typed, and what was saved when the typing began. A list without an item is no value. */
export type StoredField = readonly [name: string, typed: readonly unknown[], base: readonly unknown[]];

/** What was typed in a form belongs to one administrator and one project, and to this tab of the browser. */
export function draftKey(adminId: string, project: string, form: string): string {
  return `${PREFIX}${JSON.stringify([adminId, project, form])}`;
}

export function loadDraft(key: string): readonly StoredField[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isField) : [];
  } catch {
    return [];
  }
}

/** Without a field, nothing is kept. */
export function storeDraft(key: string, fields: readonly StoredField[]): void {
  try {
    if (fields.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(fields));
  } catch {
    // No storage, or none left: the draft lasts as long as the page.
  }
}

/** The names of the forms of a project that have a draft. */
export function draftForms(adminId: string, project: string): string[] {
  return draftKeys().flatMap((key) => {
    const [owner, place, form] = nameOf(key);
    return owner === adminId && place === project ? [form] : [];
  });
}

/** Forgets every draft, or every draft but those of one administrator. */
export function clearDrafts(keptAdminId = ""): void {
  for (const key of draftKeys()) {
    if (keptAdminId === "" || nameOf(key)[0] !== keptAdminId) storeDraft(key, []);
  }
}

function draftKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

function nameOf(key: string): [adminId: string, project: string, form: string] {
  try {
    const [adminId = "", project = "", form = ""] = JSON.parse(key.slice(PREFIX.length));
    return [adminId, project, form];
  } catch {
    return ["", "", ""];
  }
}

function isField(field: unknown): field is StoredField {
  return (
    Array.isArray(field) && typeof field[0] === "string" && Array.isArray(field[1]) && Array.isArray(field[2])
  );
}
