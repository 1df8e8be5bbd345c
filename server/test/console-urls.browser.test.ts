import { describe, expect, test } from "vitest";
import { useConsole } from "./console-page.ts";

describe("the console's URLs", () => {
  const current = useConsole();

  const opened = async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await c.t.addProject("Fernweh", { redirectSchemes: ["com.example.fernweh"] });
    await c.signIn();
    await c.goto("/p/fernweh/urls");
    await c.heading("URLs");
    const stored = async () =>
      (await c.t.projects(token).getProject({ project: "fernweh" })).project?.settings;
    const form = (name: string) => c.page.getByRole("form", { name, exact: true });
    const save = async (name: string): Promise<void> => {
      await form(name).getByRole("button", { name: "Save" }).click();
      await c.page.getByText("Saved.", { exact: true }).waitFor();
    };
    return { c, stored, form, save };
  };

  test("the entry that the server refuses is named, and nothing is stored until all are good", async () => {
    const { c, stored, form, save } = await opened();
    const card = form("Web origins");
    await card.getByText("None yet.").waitFor();
    for (const origin of [
      "https://app.example.com",
      "https://app.example.com/path",
      "http://localhost:3000",
    ]) {
      await card.getByRole("button", { name: "Add origin" }).click();
      await c.page.keyboard.type(origin); // the new line has the focus
    }
    await card.getByText("For development only").waitFor();
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByRole("alert").waitFor();
    const invalid = async () =>
      Promise.all(
        [1, 2, 3].map((number) =>
          card.getByLabel(`Origin ${number}`, { exact: true }).getAttribute("aria-invalid"),
        ),
      );
    expect(await invalid()).toEqual(["false", "true", "false"]);
    await c.inspect("urls");
    expect((await stored())?.redirectOrigins).toEqual([]);

    await card.getByLabel("Origin 2").fill("https://www.example.com");
    expect(await invalid()).toEqual(["false", "false", "false"]);
    await save("Web origins");
    expect((await stored())?.redirectOrigins).toEqual([
      "https://app.example.com",
      "https://www.example.com",
      "http://localhost:3000",
    ]);
    c.forgive(/400/);
    c.expectPeace();
  });

  test("schemes are added, warned about and removed by the keyboard alone", async () => {
    const { c, stored, form, save } = await opened();
    const card = form("App schemes");
    await card.getByText("Allows com.example.fernweh://auth/callback").waitFor();
    await card.getByRole("button", { name: "Add scheme" }).press("Enter");
    await c.page.keyboard.type("fernweh");
    await card.getByText("No dot in the name").waitFor();
    await card.getByRole("button", { name: "Add scheme" }).press("Enter"); // stays empty, and is not stored
    await card.getByRole("button", { name: "Remove com.example.fernweh" }).press("Enter");
    await save("App schemes");
    expect((await stored())?.redirectSchemes).toEqual(["fernweh"]);
    expect(await card.getByRole("textbox").count()).toBe(1);
    c.expectPeace();
  });

  test("the address that app stores ask for opens the page behind it", async () => {
    const { c } = await opened();
    const field = c.page.getByRole("region", { name: "Account deletion page" });
    await field.getByRole("button", { name: "Copy" }).click();
    await field.getByRole("button", { name: "Copied" }).waitFor();
    const page = await (await fetch(await c.clipboard())).text();
    expect(page).toContain("Delete your Fernweh account");
    c.expectPeace();
  });
});
