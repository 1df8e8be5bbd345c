const MINUTE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** Such as `1 January 2030 at 14:05 UTC`. Emails, and pages without scripts, do not know the reader's time zone. */
export function timeInWords(at: number): string {
  return `${MINUTE.format(at)} UTC`;
}
