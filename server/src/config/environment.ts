export type Environment = Readonly<Record<string, string | undefined>>;

export function environment(): Environment {
  return process.env;
}
