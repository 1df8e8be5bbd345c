import { type Html, html } from "../../wire/html.ts";
import { openApiFiles } from "./openapi.ts";

/** The part of the contract's page for callers without protobuf. */
export function openApiSection(baseUrl: string): Html {
  const links = openApiFiles().map((name) => html`<li><a href="/protos/${name}">${name}</a></li>\n`);
  return html`<h2 id="without-protobuf">Without protobuf</h2>
<p>Every method is a POST of JSON:</p>
<pre tabindex="0" aria-label="Sign in with curl"><code>${example(baseUrl)}</code></pre>
<p>These documents describe the methods (OpenAPI 3.1) and the messages (JSON Schema). The guide
<a href="/docs/guides/any-language-json">Call svc from any language with plain JSON</a> explains them.</p>
<ul>
${links}</ul>`;
}

function example(baseUrl: string): string {
  return `curl ${baseUrl}/svc.auth.v1.AuthService/SignIn \\
  -H 'content-type: application/json' -H 'x-svc-key: pk_...' \\
  -d '{"email":"ada@example.com","password":"correct horse battery"}'
`;
}
