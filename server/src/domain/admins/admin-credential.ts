/** What let an administrator in: a session of the console or a personal access token. */
export type AdminCredential = Readonly<
  { adminId: string } & ({ kind: "session"; hash: string } | { kind: "token"; tokenId: string })
>;
