import { AuthProvider, useAuthState } from "@svc/sdk/react";
import { registerRootComponent } from "expo";
import type { ReactElement } from "react";
import { ActivityIndicator, ScrollView, StyleSheet, Text } from "react-native";
import { AccountScreen } from "./account-screen.tsx";
import { auth } from "./auth.ts";
import { SignInScreen } from "./sign-in-screen.tsx";

function Example(): ReactElement {
  return (
    <AuthProvider client={auth}>
      <ScrollView contentContainerStyle={styles.page} keyboardShouldPersistTaps="handled">
        <Screen />
      </ScrollView>
    </AuthProvider>
  );
}

function Screen(): ReactElement {
  const state = useAuthState();
  if (state.status === "loading") return <ActivityIndicator />;
  if (state.status === "signedOut") return <SignInScreen reason={state.reason} />;
  return (
    <>
      {state.stale && <Text accessibilityRole="alert">Offline: this is what we knew last.</Text>}
      <AccountScreen user={state.user} />
    </>
  );
}

const styles = StyleSheet.create({ page: { padding: 24, paddingTop: 72, gap: 12 } });

registerRootComponent(Example);
