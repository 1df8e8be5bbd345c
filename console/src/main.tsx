import { TransportProvider } from "@connectrpc/connect-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { transport } from "./api/transport.ts";
import { applyColourScheme } from "./app/colour-scheme.ts";
import { router } from "./app/router.tsx";
import { PasswordPrompt } from "./components/password-prompt.tsx";
import { SignInPrompt } from "./components/sign-in-prompt.tsx";
import { Toasts } from "./components/toast.tsx";

applyColourScheme();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <TransportProvider transport={transport}>
        <QueryClientProvider client={queryClient}>
          <Toasts>
            <RouterProvider router={router} />
            <PasswordPrompt />
            <SignInPrompt />
          </Toasts>
        </QueryClientProvider>
      </TransportProvider>
    </StrictMode>,
  );
}
