import { ruleInWords } from "./limits.ts";
import { block, code, firstSentence, link } from "./markdown.ts";
import type { Sources } from "./method-section.ts";
import { pageProse } from "./page-prose.ts";
import { setUps } from "./sdk-calls.ts";
import { serviceNamed } from "./service-page.ts";
import { type Group, groups } from "./services.ts";

/** docs/reference/README.md: every page, and what holds for every call. */
export function indexPage(generatedBy: string, sources: Sources): string {
  return [
    generatedBy,
    "# API reference",
    "Every method, command, setting, error reason and event of this version, written from the source code. A call is a POST of JSON:",
    block("sh", CALL),
    ...groups.flatMap((group) => [`## ${group.title}`, group.about, pagesOf(group, sources)]),
    "## Events, errors, settings and commands",
    OTHERS,
    "## Every call",
    `${EVERY_CALL}\n- ${ruleInWords("unknown_key_address", sources.ruleWords)}`,
    "## Client library",
    CLIENT_LIBRARY,
    block("ts", clients()),
    "The administrators' API has no client library: use the [command line](../cli.md), JSON, or code generated from the `.proto` files at `/protos/`.",
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

const CALL = `curl -s http://localhost:8080/svc.auth.v1.AuthService/SignIn \\
  -H 'content-type: application/json' \\
  -H 'x-svc-key: pk_...' \\
  -d '{ "email": "ada@example.com", "password": "correct horse battery" }'`;

const OTHERS = `- [Events](events.md): every kind of event, when it is written, and its data.
- [Errors](../errors.md): every error reason, and what the app should do.
- [Settings](../operations.md#settings): every setting of the server, and its [rate limits](../operations.md#rate-limits).
- [The svc command line](../cli.md): every command, flag and exit code.`;

const EVERY_CALL = `- The path is \`/\`, the service, \`/\` and the method. Send a POST with \`content-type: application/json\`, and \`{}\` if there are no fields. [Plain JSON](../guides/any-language-json.md) shows a whole session. gRPC and gRPC-Web clients call the same methods at the same paths.
- Fields are optional unless their type says "required". An empty text, 0, false and an empty list mean the same as no field, unless the meaning says otherwise. Unknown fields are ignored.
- A response has every field, except messages without a value and fields of which at most one is set. A newer server may add fields, values and reasons.
- "string (time)" is a time like \`2026-01-31T09:30:00Z\`. "string (integer)" is a number of 64 bits, written as a string. Values of enums are their names.
- A failed call says why with a [reason](../errors.md).
- Lists come in pages: send \`nextPageToken\` of the response as \`pageToken\` of the next request, until it is empty.
- A call takes at most 30 seconds. Send \`connect-timeout-ms\` for a shorter time.
- The limits of a method are the defaults. The [settings](../operations.md#rate-limits) change them or turn them off.`;

const CLIENT_LIBRARY =
  "The examples use these clients. The server hosts the library, `@svc/sdk`, at `/pub/`; the [quick starts](../README.md) install it.";

function clients(): string {
  return Object.entries(setUps)
    .map(([from, code]) => {
      const [, name = ""] = / = (\w+)\(/.exec(code) ?? [];
      return `import { ${name} } from "${from}";\n${code}`;
    })
    .join("\n\n");
}

function pagesOf({ services }: Group, sources: Sources): string {
  return services
    .map(({ typeName, page }) => {
      const service = serviceNamed(typeName, sources);
      const prose = pageProse(service, sources.contract, sources.linkReason);
      return `- ${link(service.name, page)} (${code(service.file.proto.package)}): ${firstSentence(prose(service))}`;
    })
    .join("\n");
}
