import { type Html, html } from "../wire/html.ts";

/** How the client of one language is generated from the archive, which was unpacked to `protos`. */
export type Generator = Readonly<{
  language: string;
  /** What must be installed, by the names that its own registry has. */
  needs: string;
  /** What is done then, as it is typed into a shell. */
  command: string;
}>;

const FILES = "$(find protos/svc -name '*.proto')";

export const generators: readonly Generator[] = [
  {
    language: "Go",
    needs:
      "protoc, google.golang.org/protobuf/cmd/protoc-gen-go, google.golang.org/grpc/cmd/protoc-gen-go-grpc",
    command: `protoc -I protos --go_out=. --go-grpc_out=. ${FILES}
(cd svc && go mod init svc && go mod tidy)
go mod edit -require=svc@v0.0.0 -replace=svc=./svc`,
  },
  {
    language: "Java",
    needs: "protoc, io.grpc:protoc-gen-grpc-java",
    command: `mkdir -p src/main/java
protoc -I protos --java_out=src/main/java --grpc-java_out=src/main/java ${FILES}`,
  },
  {
    language: "Kotlin",
    needs: "protoc, io.grpc:protoc-gen-grpc-java, io.grpc:protoc-gen-grpc-kotlin",
    command: `mkdir -p src/main/java src/main/kotlin
protoc -I protos --java_out=src/main/java --grpc-java_out=src/main/java \\
  --kotlin_out=src/main/kotlin --grpc-kotlin_out=src/main/kotlin ${FILES}`,
  },
  {
    language: "Python",
    needs: "grpcio-tools, googleapis-common-protos",
    command: `python3 -m grpc_tools.protoc -I protos --python_out=. --pyi_out=. --grpc_python_out=. ${FILES}`,
  },
  {
    language: "Dart",
    needs: "protoc, protoc_plugin",
    command: `mkdir -p lib/src/generated
protoc -I protos --dart_out=grpc:lib/src/generated ${FILES} \\
  $(find protos/google -name '*.proto') google/protobuf/timestamp.proto google/protobuf/struct.proto`,
  },
  {
    language: "Swift",
    needs: "protoc, swift-protobuf (protoc-gen-swift), grpc-swift (protoc-gen-grpc-swift-2)",
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
    ({ language, needs, command }) => html`<h3>${language}</h3>
<p class="quiet">Needs ${needs}.</p>
<pre tabindex="0"><code>${command}</code></pre>
`,
  );
  return html`<h2>Generate a client</h2>
<p>First download the sources:</p>
<pre tabindex="0"><code>mkdir protos
curl -s ${archiveUrl} | tar -xz -C protos</code></pre>
<p>Then run what your language needs. <code>google/</code> and <code>grpc/</code> are needed to compile the sources; their
classes come with the gRPC library of your language.</p>
${each}
<h3>With buf</h3>
<p>Copy this as <code>buf.gen.yaml</code>, change the module and the plugins, and run <code>buf generate</code>:</p>
<pre tabindex="0"><code>${bufGen}</code></pre>
`;
}
