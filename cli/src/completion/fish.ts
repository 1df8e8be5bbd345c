import type { Flag } from "../flags.ts";
import { type Place, spellings, valueFlags } from "./places.ts";

export function fishScript(places: readonly Place[]): string {
  const takesValue = valueFlags(places).flatMap(spellings).join(" ");
  const known = places.slice(1).map(({ path }) => `' ${path.join(" ")}'`);
  return `# fish completion for svc: svc completion fish > ~/.config/fish/completions/svc.fish
function __svc_at
    set -l at ''
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch $word
            case ${takesValue}
                set skip 1
            case '-*'
            case '*'
                switch "$at $word"
                    case ${known.join(" ")}
                        set at "$at $word"
                end
        end
    end
    test "$at" = "$argv[1]"
end
complete -c svc -e
complete -c svc -f
${places.flatMap(linesOf).join("\n")}
`;
}

function linesOf({ path, words, flags }: Place): string[] {
  const condition = `-n "__svc_at '${path.map((word) => ` ${word}`).join("")}'"`;
  return [
    ...words.map(({ word, about }) => `complete -c svc ${condition} -a ${word}${described(about)}`),
    ...flags.map((flag) => `complete -c svc ${condition} ${flagTerm(flag)}${described(flag.about)}`),
  ];
}

function flagTerm({ name, short, value, choices, completes }: Flag): string {
  const term = `${short === undefined ? "" : `-s ${short} `}-l ${name}`;
  if (value === undefined) return term;
  if (choices !== undefined) return `${term} -x -a '${choices.join(" ")}'`;
  if (completes === "directory") return `${term} -x -a '(__fish_complete_directories)'`;
  return completes === "file" ? `${term} -r -F` : `${term} -x`;
}

function described(about: string): string {
  return about === "" ? "" : ` -d '${about.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
