/** The shells that have a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/**
 * The scripts ask the toolbox itself what the current word can become. It answers with lines of a word, a tab and a
 * description. Without an answer, the shell offers files.
 */
export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion of toolbox for bash.
_toolbox() {
  local line
  COMPREPLY=()
  while IFS=$'\\t' read -r line _; do
    COMPREPLY+=("$line")
  done < <("\${COMP_WORDS[0]}" completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _toolbox toolbox`,

  zsh: `#compdef toolbox
# Completion of toolbox for zsh.
_toolbox() {
  local -a found
  local word about
  while IFS=$'\\t' read -r word about; do
    found+=("\${word//:/\\\\:}:$about")
  done < <("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then
    _describe 'toolbox' found
  else
    _files
  fi
}
if [ "$funcstack[1]" = _toolbox ]; then _toolbox "$@"; else compdef _toolbox toolbox; fi`,

  fish: `# Completion of toolbox for fish.
function __toolbox_complete
    set -l words (commandline --tokens-expanded --cut-at-cursor 2>/dev/null; or commandline -opc)
    set -l found ($words[1] completion words -- $words[2..] (commandline --current-token --cut-at-cursor) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline --current-token --cut-at-cursor)
    end
end
complete --command toolbox --no-files --arguments '(__toolbox_complete)'`,
};
