import { join } from "node:path";
import { tarball } from "../sdk-folder.ts";
import type { Framework } from "./framework-sources.ts";

type Packages = Readonly<Record<string, string>>;

/** An app as the framework's own template makes it, with what the pages tell a reader to install. */
export type Template = Readonly<{
  name: string;
  framework: Framework;
  packages: Packages;
  /** The template's settings, in a package that is installed too; or what the framework's manual says. */
  tsconfig: string | object;
  /** What the pages tell a reader to add to them. */
  added?: object;
  /** Where the template has its sources. */
  folder: string;
  /** Where React Native's compiler of bytecode is, if Metro bundles the sources. */
  hermes?: string;
}>;

const library: Packages = { "@svc/sdk": `file:${tarball}` };

const PLATFORMS: Readonly<Record<string, string>> = {
  linux: "linux64-bin/hermesc",
  darwin: "osx-bin/hermesc",
  win32: "win64-bin/hermesc.exe",
};
const hermesc = PLATFORMS[process.platform] ?? "";

function reactNative(version: string, template: string, framework: Framework, rest: Packages): Template {
  const isOld = framework === "react-native-oldest";
  return {
    name: `React Native ${version}`,
    framework,
    packages: {
      ...library,
      "@babel/core": "7.29.13",
      "@babel/preset-env": "^7.25.3",
      "@babel/runtime": "^7.25.0",
      "@react-native-community/template": template,
      "@react-native/babel-preset": version,
      "@react-native/metro-config": version,
      "@react-native/typescript-config": version,
      "@types/jest": "29.5.14",
      "react-native": version,
      "react-native-keychain": "10.0.0",
      "react-native-passkey": "3.6.2",
      ...rest,
    },
    tsconfig: "@react-native-community/template/template/tsconfig.json",
    folder: "src",
    hermes: join(isOld ? "react-native/sdks/hermesc" : "hermes-compiler/hermesc", hermesc),
  };
}

const vite: Packages = { "create-vite": "9.3.0", typescript: "7.0.2", vite: "8.3.8" };

export const TEMPLATES: readonly Template[] = [
  {
    name: "Expo 57",
    framework: "expo",
    packages: {
      ...library,
      "@types/jest": "29.5.14",
      "@types/react": "19.2.18",
      expo: "57.0.26",
      "expo-application": "57.0.3",
      "expo-background-task": "57.0.21",
      "expo-crypto": "57.0.3",
      "expo-iap": "5.8.1",
      "expo-local-authentication": "57.0.3",
      "expo-notifications": "57.0.21",
      "expo-router": "57.0.24",
      "expo-secure-store": "57.0.4",
      "expo-task-manager": "57.0.21",
      "expo-template-blank-typescript": "57.0.28",
      "expo-web-browser": "57.0.3",
      react: "19.2.3",
      "react-native": "0.86.3",
      "react-native-get-random-values": "2.0.0",
      "react-native-keychain": "10.0.0",
      "react-native-passkey": "3.6.2",
      "react-native-passkeys": "0.4.2",
      typescript: "6.0.3",
    },
    tsconfig: "expo-template-blank-typescript/tsconfig.json",
    added: { types: ["jest"] }, // testing-your-app.md
    folder: "src",
  },
  reactNative("0.79.7", "0.79.7", "react-native-oldest", {
    "@react-native-community/cli": "18.0.0",
    "@types/react": "19.0.14",
    react: "19.0.0",
    "react-native-get-random-values": "1.11.0",
    typescript: "5.0.4",
  }),
  reactNative("0.87.1", "0.87.2", "react-native-newest", {
    "@react-native-community/cli": "20.2.0",
    "@types/react": "19.2.18",
    react: "19.2.3",
    "react-native-get-random-values": "2.0.0",
    typescript: "6.0.3",
  }),
  {
    name: "Capacitor 8 with Vite",
    framework: "capacitor",
    packages: {
      ...library,
      ...vite,
      "@capgo/capacitor-passkey": "8.4.0",
      "@capacitor/app": "8.1.1",
      "@capacitor/browser": "8.0.4",
      "@capacitor/core": "8.5.2",
      "capacitor-secure-storage-plugin": "0.13.0",
    },
    tsconfig: "create-vite/template-vanilla-ts/tsconfig.json",
    folder: "src",
  },
  {
    name: "Vite with React",
    framework: "vite-react",
    packages: {
      ...library,
      ...vite,
      "@testing-library/dom": "10.4.1",
      "@testing-library/react": "16.3.2",
      "@types/react": "19.3.0",
      "@types/react-dom": "19.3.0",
      react: "19.3.1",
      "react-dom": "19.3.1",
      vitest: "5.1.0",
    },
    tsconfig: "create-vite/template-react-ts/tsconfig.app.json",
    folder: "src",
  },
  {
    name: "Node",
    framework: "node",
    packages: {
      ...library,
      "@types/express": "5.0.6",
      "@types/node": "26.6.6",
      express: "5.3.0",
      fastify: "5.12.8",
      hono: "4.13.17",
      typescript: "7.0.2",
      vitest: "5.1.0",
    },
    tsconfig: {
      compilerOptions: {
        ...{ strict: true, noEmit: true, module: "nodenext", target: "es2024" },
        ...{ types: ["node"], allowImportingTsExtensions: true, erasableSyntaxOnly: true },
        verbatimModuleSyntax: true,
      },
    },
    folder: "src",
  },
];
