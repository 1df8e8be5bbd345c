/** The languages of the device, the most wanted first. Empty where neither a browser nor `Intl` tells. */
export function deviceLocales(): readonly string[] {
  try {
    return navigator.languages ?? [Intl.DateTimeFormat().resolvedOptions().locale];
  } catch {
    return [];
  }
}
