/**
 * The script that each shell loads once. It asks the program for candidates, so that the script stays the same when there are more commands;
 * where there are none, it completes file names.
 */
export const completionScripts = {
  bash: `_docfleet() {
  local IFS=$'\\n'
  COMPREPLY=($(docfleet __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o bashdefault -o default -F _docfleet docfleet
`,
  zsh: `#compdef docfleet
_docfleet() {
  local -a candidates
  candidates=("\${(@f)$(docfleet __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${candidates[*]}" ]]; then compadd -- "\${candidates[@]}"; else _files; fi
}
compdef _docfleet docfleet
`,
  fish: `function __docfleet_complete
  set -l words (commandline -opc) (commandline -ct)
  docfleet __complete -- $words[2..-1] 2>/dev/null
end
complete -c docfleet -a '(__docfleet_complete)'
`,
} as const;
