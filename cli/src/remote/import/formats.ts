/** Whose exports can be imported. */
export const importFormats = ["svc", "firebase", "supabase"] as const;

export type ImportFormat = (typeof importFormats)[number];
