import { AppError } from "../../errors.ts";

/** A refusal for which HTTP has a word of its own; Connect callers see that status. */
export class HttpRefusal extends AppError {
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    http: number,
    headers: Record<string, string>,
    ...error: ConstructorParameters<typeof AppError>
  ) {
    super(...error);
    this.http = http;
    this.headers = headers;
  }
}

export function notPost(): HttpRefusal {
  return new HttpRefusal(405, { allow: "POST" }, "HTTP_METHOD_UNSUPPORTED");
}

export function unknownContentType(): HttpRefusal {
  return new HttpRefusal(415, {}, "CONTENT_TYPE_UNSUPPORTED");
}

export function unknownMethod(): HttpRefusal {
  return new HttpRefusal(404, {}, "UNIMPLEMENTED");
}
