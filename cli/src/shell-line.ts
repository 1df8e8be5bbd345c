type FlagsToType = Readonly<Record<string, string | number | boolean | undefined>>;

/** A command line to copy: words, then flags, quoted where a shell needs it. */
export function shellLine(...parts: readonly [...string[], FlagsToType]): string {
  const words = parts.flatMap((part) => {
    if (typeof part === "string") return [part];
    const given = Object.entries(part).filter(([, value]) => value !== undefined && value !== false);
    return given.flatMap(([name, value]) => (value === true ? [`--${name}`] : [`--${name}`, String(value)]));
  });
  return words.map(quote).join(" ");
}

/** As a shell reads it back. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
