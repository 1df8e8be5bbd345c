/** What a user is found by. Lower-cased here, so that both engines compare alike in every alphabet. */
export function searchTextOf(email: string | null, displayName: string): string {
  return `${email ?? ""}\n${displayName}`.trim().toLowerCase();
}
