import { platforms } from "../../../console/src/pages/connect/snippets/platforms.ts";
import type { Facts, Snippet } from "../../../console/src/pages/connect/snippets/snippet.ts";

const facts: Facts = {
  baseUrl: "http://localhost:8080",
  publishableKey: "pk_...",
  project: "demo",
  issuer: "http://localhost:8080/p/demo",
  audience: "demo",
  jwksUrl: "http://localhost:8080/p/demo/.well-known/jwks.json",
};

/** How a snippet of the console's page Connect is tested; the files named here do it. */
export type SnippetTreatment =
  | { kind: "run"; by: string }
  | { kind: "compiled"; file: string }
  | { kind: "native"; file: string }
  | { kind: "not run"; reason: string };

const run = (by: string): SnippetTreatment => ({ kind: "run", by });
const compiled = (file: string): SnippetTreatment => ({ kind: "compiled", file });
const native = (file: string): SnippetTreatment => ({ kind: "native", file });
const notRun = (reason: string): SnippetTreatment => ({ kind: "not run", reason });

const SNIPPETS = "server/test/console-snippets.slow.test.ts";
const SKILL = "cli/test/cli-skill-samples.slow.test.ts";
const registry = run(SNIPPETS);

/** Every snippet of the page, by platform and title. */
const TREATMENTS: Readonly<Record<string, SnippetTreatment>> = {
  "expo .npmrc": registry,
  "expo Terminal": notRun("adds native modules from the public registry to an app"),
  "expo src/app/_layout.tsx": compiled("src/app/_layout.tsx"),
  "expo src/app/index.tsx": compiled("src/app/index.tsx"),
  "react-native .npmrc": registry,
  "react-native Terminal": notRun("adds native modules from the public registry to an app"),
  "react-native auth.ts": compiled("auth.ts"),
  "react-native Use it": compiled("use.ts"),
  "capacitor .npmrc": registry,
  "capacitor Terminal": notRun("adds plugins from the public registry to an app"),
  "capacitor auth.ts": compiled("auth.ts"),
  "capacitor Use it": compiled("use.ts"),
  "flutter Terminal": notRun("adds plugins from the public registry to an app"),
  "flutter lib/auth.dart": native("lib/auth.dart"),
  "flutter lib/main.dart": native("lib/main.dart"),
  "android settings.gradle.kts": notRun("the build tool Gradle cannot be had for the tests"),
  "android build.gradle.kts": notRun("the build tool Gradle cannot be had for the tests"),
  "android App.kt": native("App.kt"),
  "android Use it": native("UseIt.kt"),
  "ios Package.swift": notRun("resolves a package while an app is built"),
  "ios Auth.swift": native("Auth.swift"),
  "ios Use it": native("UseIt.swift"),
  "web .npmrc": registry,
  "web Terminal": run("server/test/pub-install.slow.test.ts"),
  "web auth.ts": compiled("auth.ts"),
  "web Use it": compiled("use.ts"),
  "node .npmrc": registry,
  "node Terminal": run("server/test/pub-install.slow.test.ts"),
  "node server.mjs": run(SNIPPETS),
  "node Check online when revocation must be immediate": run(SNIPPETS),
  "go auth/verify.go": run(SKILL),
  "python Terminal": run(SKILL),
  "python verify.py": run(SKILL),
  "curl Sign up": run(SNIPPETS),
  "curl Sign in": run(SNIPPETS),
  "curl Ask whether a token is still good": run(SNIPPETS),
  "agent Terminal": run("cli/test/cli-skill-samples.slow.test.ts"),
};

export type ConnectSnippet = Readonly<
  Snippet & { platform: string; id: string; treatment: SnippetTreatment | undefined }
>;

/** All snippets of the page Connect, in its order. */
export function connectSnippets(): ConnectSnippet[] {
  const groups: Record<string, (facts: Facts) => Snippet[]>[] = Object.values(platforms);
  return groups.flatMap((group) =>
    Object.entries(group).flatMap(([platform, snippets]) =>
      snippets(facts).map((snippet) => {
        const id = `${platform} ${snippet.title}`;
        return { ...snippet, platform, id, treatment: TREATMENTS[id] };
      }),
    ),
  );
}

/** Rows for snippets that are not on the page any more. */
export function staleTreatments(): string[] {
  const ids = new Set(connectSnippets().map(({ id }) => id));
  return Object.keys(TREATMENTS).filter((id) => !ids.has(id));
}
