import { describe, expect, it } from 'vitest';
import { readProject } from './language-fixture.ts';

const FILES = {
  'lib.sh': `#!/bin/bash
# The most.
LIMIT=3
readonly NAME="sell"
export HOME_DIR=/tmp

# Sells.
sell() {
  local total=$1
  echo "sell $LIMIT \${NAME}" # sell
}

function other {
  sell "$total"
}
`,
  'main.sh': `source ./lib.sh
. 'more.sh'
source "$DIR/x.sh"

sell 1 | grep LIMIT
LIMIT=4 other
`,
};

describe('a project in Bash', () => {
  it('has the expected definitions, imports and references', { timeout: 60_000 }, async () => {
    const { symbols, imports, references, info } = await readProject(FILES);
    expect(symbols).toEqual([
      'lib.sh:3-3 variable LIMIT',
      'lib.sh:4-4 constant NAME',
      'lib.sh:5-5 variable HOME_DIR',
      'lib.sh:8-11 function sell',
      'lib.sh:13-15 function other',
    ]);
    expect(imports).toEqual(['main.sh:1 require ./lib.sh', 'main.sh:2 require more.sh']);
    expect(await references('sell')).toEqual(['lib.sh:8:1 definition', 'lib.sh:14:3 use', 'main.sh:5:1 use']);
    expect(await references('LIMIT')).toEqual(['lib.sh:3:1 definition', 'lib.sh:10:15 use', 'main.sh:6:1 definition']);
    expect(await references('NAME')).toEqual(['lib.sh:4:10 definition', 'lib.sh:10:23 use']);
    expect(await info('sell', 'lib.sh')).toEqual({ signature: 'sell()', documentation: 'Sells.' });
    expect(await info('LIMIT', 'lib.sh')).toEqual({ signature: 'LIMIT=3', documentation: 'The most.' });
  });
});
