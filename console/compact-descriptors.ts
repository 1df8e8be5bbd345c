import { clearField, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { Plugin } from "vite";

const DESCRIPTOR = /fileDesc\("([A-Za-z0-9+/=]+)"/;

/**
 * Writes the descriptors of the contract as text instead of base64, without the options for other languages. Base64 hides
 * names that repeat from gzip, so this makes every screen about 9 KiB smaller. The browser turns it back with `btoa`.
 */
export function compactDescriptors(): Plugin {
  return {
    name: "svc-compact-descriptors",
    transform(code, id) {
      if (!id.endsWith("_pb.js")) return undefined;
      const [found, base64 = ""] = DESCRIPTOR.exec(code) ?? [];
      if (found === undefined) return undefined;
      const file = fromBinary(FileDescriptorProtoSchema, Buffer.from(base64, "base64"));
      clearField(file, FileDescriptorProtoSchema.field.options);
      const text = Buffer.from(toBinary(FileDescriptorProtoSchema, file)).toString("latin1");
      return { code: code.replace(found, () => `fileDesc(btoa(${quoted(text)})`), map: null };
    },
  };
}

/** As a string of JavaScript, whatever the bytes are. */
function quoted(text: string): string {
  const escaped = text.replaceAll(/["\\]|[^ -~]/g, (char) =>
    /["\\]/.test(char) ? `\\${char}` : `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  return `"${escaped}"`;
}
