/** How an administrator authenticated: with a console session or a personal access token. */
export type AdminCredential = Readonly<
  { adminId: string } & ({ kind: "session"; hash: string } | { kind: "token"; tokenId: string })
>;
