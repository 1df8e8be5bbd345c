// The parts of the app's modules that are used. They are not dependencies of this package.

declare module "react-native" {
  export const AppState: {
    addEventListener(type: "change", listener: (state: string) => void): { remove(): void };
  };
  export const Linking: {
    openURL(url: string): Promise<unknown>;
    addEventListener(type: "url", listener: (event: { url: string }) => void): { remove(): void };
    getInitialURL(): Promise<string | null>;
  };
  export const Platform: { OS: string };
}

declare module "expo-secure-store" {
  export const AFTER_FIRST_UNLOCK: number;
  export type SecureStoreOptions = {
    keychainAccessible?: number;
    keychainService?: string;
    accessGroup?: string;
    requireAuthentication?: boolean;
    authenticationPrompt?: string;
  };
  export function getItemAsync(key: string, options?: SecureStoreOptions): Promise<string | null>;
  export function setItemAsync(key: string, value: string, options?: SecureStoreOptions): Promise<void>;
  export function deleteItemAsync(key: string, options?: SecureStoreOptions): Promise<void>;
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
