import type { Setting } from '../config/override-config.ts';

/** The variables of every git command: no prompt, no editor, no pager, no transport, plain English messages. */
export const BASE_ENVIRONMENT: Readonly<Record<string, string>> = {
  LC_ALL: 'C',
  LANGUAGE: '',
  GIT_TERMINAL_PROMPT: '0',
  // Set and empty: git asks no program for passwords.
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  SSH_ASKPASS_REQUIRE: 'never',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'false',
  GIT_SEQUENCE_EDITOR: 'false',
  GIT_MERGE_AUTOEDIT: 'no',
  // Of several settings core.gitProxy the first counts, so a later one cannot override it. The variable can.
  GIT_PROXY_COMMAND: '',
  // No transport: a partial clone must not fetch missing objects, which could start a program of the repository's choice.
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  // Reading commands do not write a refreshed index.
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_FLUSH: '0',
};

/** Settings as variables, which take any key and any value. They count more than every file. */
export function settingVariables(settings: readonly Setting[]): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) };
  for (const [index, [key, value]] of settings.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}
