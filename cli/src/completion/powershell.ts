import { type Place, spellings, valueFlags } from "./places.ts";

export function powershellScript(places: readonly Place[]): string {
  const values = valueFlags(places);
  const withChoices = values.filter(({ choices }) => choices !== undefined);
  return `# PowerShell completion for svc: svc completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName svc -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $takesValue = @(${values.flatMap(spellings).map(quote).join(", ")})
  $choices = @{
${withChoices.map((flag) => `    ${quote(`--${flag.name}`)} = @(${(flag.choices ?? []).map(quote).join(", ")})`).join("\n")}
  }
  $places = @{
${places.map(placeEntry).join("\n")}
  }
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
  $at = ''
  $skip = $false
  foreach ($word in $before) {
    if ($skip) { $skip = $false; continue }
    if ($takesValue -contains $word) { $skip = $true; continue }
    if (-not $word.StartsWith('-') -and $places.ContainsKey("$at $word")) { $at = "$at $word" }
  }
  if ($skip) { $offers = @($choices[$before[-1]]) }
  elseif ($wordToComplete.StartsWith('-') -or $places[$at].words.Count -eq 0) { $offers = $places[$at].flags }
  else { $offers = $places[$at].words }
  $offers | Where-Object { $_ -and $_.StartsWith($wordToComplete) } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`;
}

function placeEntry({ path, words, flags }: Place): string {
  const name = path.map((word) => ` ${word}`).join("");
  const offers = words.map(({ word }) => quote(word)).join(", ");
  return `    ${quote(name)} = @{ words = @(${offers}); flags = @(${flags.flatMap(spellings).map(quote).join(", ")}) }`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
