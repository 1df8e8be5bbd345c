import { type Html, html } from "../../wire/html.ts";

/** How the client of one language is generated from the archive, which was unpacked to `protos`. */
export type Generator = Readonly<{
  language: string;
  /** What must be installed, by the names that its own registry has. */
  needs: readonly string[];
  /** Whether the tests generate such a client and call the server with it. */
  isTested: boolean;
  /** What is done then, as it is typed into a shell. */
  command: string;
}>;

const FILES = "$(find protos/svc -name '*.proto')";

export const generators: readonly Generator[] = [
  {
    language: "Go",
    isTested: true,
    needs: [
      "protoc",
      "google.golang.org/protobuf/cmd/protoc-gen-go",
      "google.golang.org/grpc/cmd/protoc-gen-go-grpc",
    ],
    command: `protoc -I protos --go_out=. --go-grpc_out=. ${FILES}
(cd svc && { [ -f go.mod ] || go mod init svc; } && go mod tidy)
go mod edit -require=svc@v0.0.0 -replace=svc=./svc
go mod tidy`,
  },
  {
    language: "Java",
    isTested: true,
    needs: ["protoc", "io.grpc:protoc-gen-grpc-java"],
    command: `mkdir -p src/main/java
protoc -I protos --java_out=src/main/java --grpc-java_out=src/main/java ${FILES}`,
  },
  {
    language: "Kotlin",
    isTested: true,
    needs: ["protoc", "io.grpc:protoc-gen-grpc-java", "io.grpc:protoc-gen-grpc-kotlin"],
    command: `mkdir -p src/main/java src/main/kotlin
protoc -I protos --java_out=src/main/java --grpc-java_out=src/main/java \\
  --kotlin_out=src/main/kotlin --grpc-kotlin_out=src/main/kotlin ${FILES}`,
  },
  {
    language: "Python",
    isTested: true,
    needs: ["grpcio-tools", "grpcio-status"],
    command: `python3 -m grpc_tools.protoc -I protos --python_out=. --pyi_out=. --grpc_python_out=. ${FILES}`,
  },
  {
    language: "Dart",
    isTested: false,
    needs: ["protoc", "protoc_plugin"],
    command: `mkdir -p lib/src/generated
protoc -I protos --dart_out=grpc:lib/src/generated ${FILES} \\
  $(find protos/google -name '*.proto') google/protobuf/timestamp.proto google/protobuf/struct.proto`,
  },
  {
    language: "Swift",
    isTested: false,
    needs: ["protoc", "protoc-gen-swift", "protoc-gen-grpc-swift-2"],
    command: `mkdir -p Sources/SvcClient
protoc -I protos --swift_out=Sources/SvcClient --swift_opt=Visibility=Public \\
  --grpc-swift-2_out=Sources/SvcClient --grpc-swift-2_opt=Visibility=Public,Servers=false ${FILES}`,
  },
];

/** For those who use buf: `buf generate`. It sets its own Go import path, so that the code is part of the own module. */
export const bufGen = `version: v2
inputs:
  - directory: protos
    paths: [protos/svc]
managed:
  enabled: true
  disable:
    - file_option: go_package
      path: google
  override:
    - file_option: go_package_prefix
      value: example.com/app/gen
plugins:
  - local: protoc-gen-go
    out: gen
    opt: paths=source_relative
  - local: protoc-gen-go-grpc
    out: gen
    opt: paths=source_relative
`;

export function generatorsSection(archiveUrl: string): Html {
  const each = generators.map(
    ({ language, needs, isTested, command }) => html`<h3 id="${language.toLowerCase()}">${language}</h3>
<p class="quiet">Needs ${needs.map((name, at) => html`${at === 0 ? "" : ", "}<code>${name}</code>`)}.${isTested ? "" : " Not tested."}</p>
<pre tabindex="0" aria-label="Commands for ${language}"><code>${command}</code></pre>
`,
  );
  return html`<h2 id="generate">Generate a client</h2>
<p>Download the <code>.proto</code> files in the folder of your module:</p>
<pre tabindex="0" aria-label="Download"><code>mkdir protos
curl -s ${archiveUrl} | tar -xz -C protos</code></pre>
<p>Then run the commands for your language. <code>google/rpc</code> describes the details of errors, and
<code>grpc/</code> the health and reflection services; most gRPC libraries have classes for them.</p>
${each}
<h3 id="buf">buf</h3>
<p>Copy this as <code>buf.gen.yaml</code>, change the module and the plugins, and run <code>buf generate</code>:</p>
<pre tabindex="0" aria-label="buf.gen.yaml"><code>${bufGen}</code></pre>
`;
}
