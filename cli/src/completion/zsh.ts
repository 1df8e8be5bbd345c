import type { Flag } from "../flags.ts";
import { type Place, spellings, valueFlags } from "./places.ts";

/** Both for `eval` in .zshrc and as a file `_svc` on the fpath. */
export function zshScript(places: readonly Place[]): string {
  const values = valueFlags(places);
  const takesValue = values.flatMap(spellings).join("|");
  const known = places.slice(1).map(({ path }) => `" ${path.join(" ")}"`);
  return `#compdef svc
# zsh completion for svc: eval "$(svc completion zsh)"
_svc() {
  local at="" skip="" word i
  local -a offers flags
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n $skip ]]; then skip=""; continue; fi
    case "$word" in
      (${takesValue}) skip=1 ;;
      (-*) ;;
      (*) case "$at $word" in (${known.join("|")}) at="$at $word" ;; esac ;;
    esac
  done
  case "\${words[CURRENT-1]}" in
${values.map((flag) => `    (${spellings(flag).join("|")}) ${[...valueReply(flag), "return"].join("; ")} ;;`).join("\n")}
  esac
  case "$at" in
${places.map(placeCase).join("\n")}
  esac
  if (( \${#offers} )) && [[ "\${words[CURRENT]}" != -* ]]; then _describe 'command' offers
  else _describe -o 'flag' flags
  fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
if [[ "\${funcstack[1]}" == "_svc" ]]; then _svc "$@"; else compdef _svc svc; fi
`;
}

function placeCase({ path, words, flags }: Place): string {
  const offers = words.map(({ word, about }) => describe(word, about));
  const described = flags.flatMap((flag) => spellings(flag).map((word) => describe(word, flag.about)));
  const name = path.map((word) => ` ${word}`).join("");
  return `    ("${name}") offers=(${offers.join(" ")}); flags=(${described.join(" ")}) ;;`;
}

function describe(word: string, about: string): string {
  return quote(about === "" ? word : `${word}:${about}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function valueReply({ choices, completes }: Flag): string[] {
  if (choices !== undefined) return [`compadd -- ${choices.join(" ")}`];
  if (completes === undefined) return [];
  return [completes === "file" ? "_files" : "_files -/"];
}
