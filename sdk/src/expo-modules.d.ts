// What is used of the modules that the app installs. They are no dependencies of this package.

declare module "react-native" {
  export const AppState: {
    addEventListener(type: "change", listener: (state: string) => void): { remove(): void };
  };
  export const Platform: { OS: string };
}

declare module "expo-secure-store" {
  export const AFTER_FIRST_UNLOCK: number;
  type Options = { keychainAccessible?: number };
  export function getItemAsync(key: string, options?: Options): Promise<string | null>;
  export function setItemAsync(key: string, value: string, options?: Options): Promise<void>;
  export function deleteItemAsync(key: string, options?: Options): Promise<void>;
}

declare module "expo-crypto" {
  export function getRandomBytes(count: number): Uint8Array;
}

declare module "expo-web-browser" {
  export function openAuthSessionAsync(
    url: string,
    redirectTo: string,
  ): Promise<{ type: "success"; url: string } | { type: "cancel" | "dismiss" | "opened" | "locked" }>;
}
