/** What Stripe says instead of an answer. */
export class StripeRefusal extends Error {
  readonly code: string;
  readonly param: string | undefined;

  constructor(message: string, code: string, param?: string) {
    super(message);
    this.code = code;
    this.param = param;
  }
}

/** A parameter names something that Stripe does not have: status 400, and the parameter's name. */
export function missingResourceError(param: string, id: string): StripeRefusal {
  return new StripeRefusal(`No such ${param}: '${id}'`, "resource_missing", param);
}
