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
  return new HttpRefusal(405, { allow: "POST" }, "INVALID_REQUEST", "not POST", {
    field: ":method",
    problem: "only POST is allowed",
  });
}

export function unknownContentType(): HttpRefusal {
  return new HttpRefusal(415, {}, "INVALID_REQUEST", "content type", {
    field: "content-type",
    problem: "is not one of gRPC, gRPC-Web or Connect",
  });
}

export function unknownMethod(): HttpRefusal {
  return new HttpRefusal(404, {}, "UNIMPLEMENTED");
}
