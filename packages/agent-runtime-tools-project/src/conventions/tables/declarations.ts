/** How a language declares things: each pattern captures a name. */
export interface DeclarationPatterns {
  readonly functions?: RegExp;
  readonly types?: RegExp;
  readonly constants?: RegExp;
}

const script: DeclarationPatterns = {
  functions: /^[ \t]*(?:export )?(?:default )?(?:async )?function\*? (\w+)/gm,
  types: /^[ \t]*(?:export )?(?:default )?(?:abstract )?(?:class|interface|enum|type) (\w+)/gm,
  constants: /^(?:export )?const (\w+)\s*(?::[^=\n]+)?= (?:\d|["'`])/gm,
};

/** Names are measured for these languages. */
export const DECLARATIONS: Readonly<Record<string, DeclarationPatterns>> = {
  typescript: script,
  javascript: script,
  python: {
    functions: /^[ \t]*(?:async )?def ([A-Za-z]\w*)/gm,
    types: /^[ \t]*class (\w+)/gm,
    constants: /^([A-Za-z]\w*)\s*(?::[^=\n]+)?= (?:\d|["'])/gm,
  },
  rust: {
    functions: /^[ \t]*(?:pub(?:\([^)\n]*\))? )?(?:async )?(?:unsafe )?fn (\w+)/gm,
    types: /^[ \t]*(?:pub(?:\([^)\n]*\))? )?(?:struct|enum|trait|type) (\w+)/gm,
    constants: /^[ \t]*(?:pub(?:\([^)\n]*\))? )?(?:const|static) (\w+)/gm,
  },
  go: { functions: /^func (?:\([^)\n]*\) )?(\w+)/gm, types: /^type (\w+)/gm, constants: /^const (\w+)/gm },
  java: {
    functions: /^[ \t]+(?:public|protected|private)[\w<>[\], ]* (\w+)\([^;{}\n]*\)[^;\n]*\{/gm,
    types: /^[ \t]*(?:public |final |abstract )*(?:class|interface|enum|record) (\w+)/gm,
    constants: /\bstatic final [\w<>[\]]+ (\w+)/g,
  },
  kotlin: { functions: /\bfun (?:<[^>\n]*> )?(\w+)/g, types: /\b(?:class|interface|object) (\w+)/g },
  ruby: { functions: /^[ \t]*def (?:self\.)?(\w+)/gm, types: /^[ \t]*(?:class|module) (\w+)/gm },
  php: {
    functions: /\bfunction (\w+)\s*\(/g,
    types: /^[ \t]*(?:final |abstract )*(?:class|interface|trait|enum) (\w+)/gm,
  },
  csharp: {
    functions: /^[ \t]+(?:public|protected|private|internal)[\w<>[\], ?]* (\w+)\([^;{}\n]*\)\s*(?:\{|=>|$)/gm,
    types:
      /^[ \t]*(?:public |internal |sealed |static |abstract |partial )*(?:class|interface|record|struct|enum) (\w+)/gm,
  },
};

/** Languages whose strings are commonly written with either quote. */
export const EITHER_QUOTE: ReadonlySet<string> = new Set(['typescript', 'javascript', 'python', 'ruby', 'php', 'vue']);
export const SCRIPT_LANGUAGES: ReadonlySet<string> = new Set(['typescript', 'javascript']);
