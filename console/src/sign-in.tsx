import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { applyColourScheme } from "./app/colour-scheme.ts";
import { SignInPage } from "./pages/sign-in.tsx";

applyColourScheme();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <SignInPage />
    </StrictMode>,
  );
}
