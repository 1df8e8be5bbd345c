/** The command line, the environment or the configuration file is wrong. Both texts are one line for the operator. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
