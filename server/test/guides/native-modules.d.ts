// What guides and examples use of modules for phones, and of Next.js. They are not installed here; `npm run test:full` takes
// the real ones: example-expo, guides-frameworks and guide-nextjs.

declare module "react-native" {
  type View<Props> = (props: Props & { children?: unknown; style?: object }) => null;
  export const AppState: {
    addEventListener(type: "change", listener: (state: string) => void): { remove(): void };
  };
  export const Platform: { OS: "ios" | "android" | "web" };
  export const Linking: {
    openURL(url: string): Promise<unknown>;
    addEventListener(type: "url", listener: (event: { url: string }) => void): { remove(): void };
    getInitialURL(): Promise<string | null | undefined>;
  };
  export const Alert: {
    alert(
      title: string,
      message?: string,
      buttons?: { text: string; style?: "cancel" | "destructive"; onPress?: () => void }[],
    ): void;
  };
  export const StyleSheet: { create<Styles extends Record<string, object>>(styles: Styles): Styles };
  export const View: View<object>;
  export const SafeAreaView: View<object>;
  export const ScrollView: View<{ contentContainerStyle?: object; keyboardShouldPersistTaps?: "handled" }>;
  export const Text: View<{ onPress?: () => void; accessibilityRole?: "header" | "alert" }>;
  export const ActivityIndicator: View<object>;
  export const Button: View<{ title: string; onPress: () => void; disabled?: boolean; color?: string }>;
  export const TextInput: View<{
    value: string;
    onChangeText: (text: string) => void;
    placeholder?: string;
    accessibilityLabel?: string;
    autoCapitalize?: "none" | "words";
    autoComplete?: "email" | "current-password" | "new-password" | "name";
    keyboardType?: "email-address";
    secureTextEntry?: boolean;
  }>;
}

declare module "expo" {
  export function registerRootComponent(component: () => unknown): void;
}

declare module "expo-apple-authentication" {
  export enum AppleAuthenticationScope {
    FULL_NAME = 0,
    EMAIL = 1,
  }
  export enum AppleAuthenticationButtonType {
    SIGN_IN = 0,
    CONTINUE = 1,
  }
  export enum AppleAuthenticationButtonStyle {
    WHITE = 0,
    BLACK = 2,
  }
  export const AppleAuthenticationButton: (props: {
    buttonType: AppleAuthenticationButtonType;
    buttonStyle: AppleAuthenticationButtonStyle;
    cornerRadius?: number;
    style?: object;
    onPress: () => void;
  }) => null;
  type FullName = { givenName: string | null; familyName: string | null };
  export function isAvailableAsync(): Promise<boolean>;
  export function formatFullName(name: FullName): string;
  export function signInAsync(options?: {
    requestedScopes?: AppleAuthenticationScope[];
    nonce?: string;
  }): Promise<{
    identityToken: string | null;
    authorizationCode: string | null;
    fullName: FullName | null;
  }>;
}

declare module "@react-native-google-signin/google-signin" {
  export const GoogleSignin: {
    configure(options: { webClientId?: string; iosClientId?: string }): void;
    hasPlayServices(): Promise<boolean>;
    signIn(): Promise<
      { type: "success"; data: { idToken: string | null } } | { type: "cancelled"; data: null }
    >;
    signOut(): Promise<null>;
  };
}

declare module "react-native-keychain" {
  export enum ACCESSIBLE {
    AFTER_FIRST_UNLOCK = "AccessibleAfterFirstUnlock",
    WHEN_PASSCODE_SET_THIS_DEVICE_ONLY = "AccessibleWhenPasscodeSetThisDeviceOnly",
  }
  export enum ACCESS_CONTROL {
    BIOMETRY_CURRENT_SET = "BiometryCurrentSet",
    BIOMETRY_ANY_OR_DEVICE_PASSCODE = "BiometryAnyOrDevicePasscode",
  }
  type Options = {
    service?: string;
    accessible?: ACCESSIBLE;
    accessControl?: ACCESS_CONTROL;
    authenticationPrompt?: { title?: string; cancel?: string };
  };
  export function getGenericPassword(options?: Options): Promise<false | { password: string }>;
  export function setGenericPassword(
    user: string,
    password: string,
    options?: Options,
  ): Promise<false | object>;
  export function resetGenericPassword(options?: Options): Promise<boolean>;
}

declare module "react-native-get-random-values" {}

declare module "@capacitor/app" {
  type Handle = { remove(): Promise<void> };
  export const App: {
    addListener(event: "appStateChange", listener: (state: { isActive: boolean }) => void): Promise<Handle>;
    addListener(event: "appUrlOpen", listener: (event: { url: string }) => void): Promise<Handle>;
  };
}

declare module "@capacitor/browser" {
  export const Browser: {
    open(options: { url: string }): Promise<void>;
    close(): Promise<void>;
    addListener(event: "browserFinished", listener: () => void): Promise<{ remove(): Promise<void> }>;
  };
}

declare module "capacitor-secure-storage-plugin" {
  export const SecureStoragePlugin: {
    keys(): Promise<{ value: string[] }>;
    get(options: { key: string }): Promise<{ value: string }>;
    set(options: { key: string; value: string }): Promise<{ value: boolean }>;
    remove(options: { key: string }): Promise<{ value: boolean }>;
  };
}

declare module "expo-notifications" {
  export type DevicePushToken = { type: "ios" | "android"; data: string };
  export function getPermissionsAsync(): Promise<{ granted: boolean }>;
  export function requestPermissionsAsync(): Promise<{ granted: boolean }>;
  export function getDevicePushTokenAsync(): Promise<DevicePushToken>;
  export function addPushTokenListener(listener: (token: DevicePushToken) => void): { remove(): void };
}

declare module "expo-application" {
  export const applicationId: string | null;
  export const nativeApplicationVersion: string | null;
  export function getIosPushNotificationServiceEnvironmentAsync(): Promise<
    "development" | "production" | null
  >;
}

declare module "next/server" {
  export const NextResponse: { next(): Response };
}

declare module "expo-local-authentication" {
  export enum SecurityLevel {
    NONE = 0,
    SECRET = 1,
    BIOMETRIC_WEAK = 2,
    BIOMETRIC_STRONG = 3,
  }
  export function getEnrolledLevelAsync(): Promise<SecurityLevel>;
  export function authenticateAsync(options?: {
    promptMessage?: string;
    cancelLabel?: string;
    disableDeviceFallback?: boolean;
    biometricsSecurityLevel?: "weak" | "strong";
  }): Promise<{ success: true } | { success: false; error: string }>;
}

declare module "expo-task-manager" {
  export function defineTask(name: string, task: () => Promise<unknown>): void;
}

declare module "expo-background-task" {
  export enum BackgroundTaskResult {
    Success = 1,
    Failed = 2,
  }
  export function registerTaskAsync(name: string, options?: { minimumInterval?: number }): Promise<void>;
  export function unregisterTaskAsync(name: string): Promise<void>;
}

declare module "expo-iap" {
  export enum ErrorCode {
    UserCancelled = "user-cancelled",
  }
  export type Purchase = {
    id: string;
    productId: string;
    purchaseState: "pending" | "purchased" | "unknown";
    purchaseToken?: string | null;
  };
  type Offer = { basePlanIdAndroid?: string | null; offerTokenAndroid?: string | null };
  export type ProductSubscription = {
    id: string;
    type: "subs";
    displayPrice: string;
    subscriptionOffers?: Offer[] | null;
  };
  type Apple = { sku: string; appAccountToken?: string | null };
  type Google = { skus: string[]; obfuscatedAccountId?: string | null };
  type Subscribe = Google & { subscriptionOffers?: { sku: string; offerToken: string }[] | null };
  export function initConnection(): Promise<boolean>;
  export function fetchProducts(request: {
    skus: string[];
    type?: "in-app" | "subs";
  }): Promise<(ProductSubscription | { id: string; type: "in-app"; displayPrice: string })[]>;
  export function requestPurchase(
    request:
      | { type: "in-app"; request: { apple?: Apple; google?: Google } }
      | { type: "subs"; request: { apple?: Apple; google?: Subscribe } },
  ): Promise<unknown>;
  export function finishTransaction(request: { purchase: Purchase; isConsumable?: boolean }): Promise<void>;
  export function restorePurchases(): Promise<void>;
  export function getAvailablePurchases(): Promise<Purchase[]>;
  export function purchaseUpdatedListener(listener: (purchase: Purchase) => void): { remove(): void };
  export function purchaseErrorListener(listener: (error: { code?: ErrorCode; message: string }) => void): {
    remove(): void;
  };
}

declare module "react-native-passkey" {
  type Descriptor = { type: "public-key"; id: string; transports?: string[] };
  type Verification = "discouraged" | "preferred" | "required";
  export const Passkey: {
    isSupported(): boolean;
    create(request: {
      challenge: string;
      rp: { id: string; name: string };
      user: { id: string; name: string; displayName: string };
      pubKeyCredParams: { type: "public-key"; alg: number }[];
      timeout?: number;
      excludeCredentials?: Descriptor[];
      authenticatorSelection?: { residentKey?: Verification; userVerification?: Verification };
      attestation?: "none" | "indirect" | "direct" | "enterprise";
    }): Promise<{ id: string; rawId: string; response: object }>;
    get(request: {
      challenge: string;
      rpId: string;
      timeout?: number;
      allowCredentials?: Descriptor[];
      userVerification?: Verification;
    }): Promise<{ id: string; rawId?: string; response: object }>;
    signalUnknownCredential(request: { rpId: string; credentialId: string }): Promise<void>;
    signalAllAcceptedCredentials(request: {
      rpId: string;
      userId: string;
      allAcceptedCredentialIds: string[];
    }): Promise<void>;
  };
}

declare module "react-native-passkeys" {
  export function isSupported(): boolean;
  export function create(request: {
    rp: { id?: string; name: string };
    user: { id: string; name: string; displayName: string };
    challenge: string;
    pubKeyCredParams: { type: "public-key"; alg: number }[];
  }): Promise<{ id: string; rawId: string; response: object } | null>;
  export function get(request: {
    challenge: string;
    rpId?: string;
  }): Promise<{ id: string; rawId: string; response: object } | null>;
}

declare module "@capgo/capacitor-passkey" {
  export const CapacitorPasskey: {
    createCredential(options: { publicKey: { challenge: string } }): Promise<object>;
    getCredential(options: { publicKey: { challenge: string } }): Promise<object>;
  };
}
