import type { Flag } from "../flags.ts";
import { type Place, spellings, valueFlags } from "./places.ts";

/** Works in plain bash, also the 3.2 of macOS: the bash-completion package is not needed. */
export function bashScript(places: readonly Place[]): string {
  const values = valueFlags(places);
  const takesValue = values.flatMap(spellings).join("|");
  const known = places.slice(1).map(({ path }) => `" ${path.join(" ")}"`);
  return `# bash completion for svc: eval "$(svc completion bash)"
_svc_complete() {
  local at="" skip="" word words="" flags="" i
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  # bash takes --flag=value apart at the equals sign.
  if [[ $cur == "=" ]]; then cur=""
  elif [[ $prev == "=" && $COMP_CWORD -gt 1 ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ $word == "=" ]]; then skip=1; continue; fi
    if [[ -n $skip ]]; then skip=""; continue; fi
    case "$word" in
      ${takesValue}) skip=1 ;;
      -*) ;;
      *) case "$at $word" in ${known.join("|")}) at="$at $word" ;; esac ;;
    esac
  done
  case "$prev" in
${values.map((flag) => `    ${spellings(flag).join("|")}) ${[...valueReply(flag), "return"].join("; ")} ;;`).join("\n")}
  esac
  case "$at" in
${places.map((place) => `    "${at(place)}") words="${wordsOf(place)}"; flags="${flagsOf(place)}" ;;`).join("\n")}
  esac
  if [[ $cur == -* || -z $words ]]; then words="$flags"; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _svc_complete svc
`;
}

function valueReply({ choices, completes }: Flag): string[] {
  if (choices !== undefined) return [`COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$cur"))`];
  if (completes === undefined) return [];
  const kind = completes === "file" ? "-f" : "-d";
  return ["local IFS=$'\\n'", "compopt -o filenames 2>/dev/null", `COMPREPLY=($(compgen ${kind} -- "$cur"))`];
}

function at({ path }: Place): string {
  return path.map((word) => ` ${word}`).join("");
}

function wordsOf({ words }: Place): string {
  return words.map(({ word }) => word).join(" ");
}

function flagsOf({ flags }: Place): string {
  return flags.flatMap(spellings).join(" ");
}
