import { shippedFiles } from "../../runtime/shipped-files.ts";

/** The files in a folder of the program whose names end like this; none in a checkout without the folder. */
export function shippedIn(folder: string, ending: string): string[] {
  try {
    return shippedFiles(folder).filter((name) => name.endsWith(ending));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
