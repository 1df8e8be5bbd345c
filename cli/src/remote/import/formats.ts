/** Whose exports can be imported. */
export const importFormats = ["svc", "firebase", "supabase", "auth0", "pocketbase"] as const;

export type ImportFormat = (typeof importFormats)[number];
