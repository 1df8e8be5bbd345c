import { androidSnippets } from "./android.ts";
import { capacitorSnippets } from "./capacitor.ts";
import { curlSnippets } from "./curl.ts";
import { expoSnippets } from "./expo.ts";
import { flutterSnippets } from "./flutter.ts";
import { goSnippets } from "./go.ts";
import { iosSnippets } from "./ios.ts";
import { nodeSnippets } from "./node.ts";
import { pythonSnippets } from "./python.ts";
import { reactNativeSnippets } from "./react-native.ts";
import type { Facts, Snippet } from "./snippet.ts";
import { terminal } from "./snippet.ts";
import { webSnippets } from "./web.ts";

/** All code of the page Connect. A test fails on a snippet here that nothing runs or compiles. */
export const platforms = {
  apps: {
    expo: expoSnippets,
    "react-native": reactNativeSnippets,
    flutter: flutterSnippets,
    android: androidSnippets,
    ios: iosSnippets,
    capacitor: capacitorSnippets,
    web: webSnippets,
  },
  backends: { node: nodeSnippets, go: goSnippets, python: pythonSnippets, curl: curlSnippets },
  agents: {
    agent: ({ baseUrl, project }: Facts): Snippet[] => [
      { title: terminal, code: `svc login ${baseUrl}\nsvc skill export --project ${project}` },
    ],
  },
};
