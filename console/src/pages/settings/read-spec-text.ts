/** The keys of a spec that hold secrets. */
const SECRET =
  /(?<![\w])(web_client_secret|private_key|secret_key|webhook_secret|notification_secret|rtdn_secret|service_account)(?!\w)/;

/** Whether a spec may name a secret, outside of comments. Such a text is not kept outside of the page. */
export function mayHoldSecret(spec: string): boolean {
  return spec.split("\n").some((line) => !/^\s*#/.test(line) && SECRET.test(line));
}

/** The slug that a spec names, as far as that can be seen without parsing it. */
export function slugIn(spec: string): string {
  return /^"?slug"?:\s*["']?([a-z0-9-]+)/m.exec(spec)?.[1] ?? "";
}
