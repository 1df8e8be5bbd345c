import { emails } from "./emails.ts";
import { pages } from "./pages.ts";

export const words = { ...emails, ...pages };
