import { describe, expect, it } from 'vitest';
import { findPlaceholders } from '../../src/write-file/find-placeholders.ts';

describe('a placeholder', () => {
  it.each([
    '// ... rest of code unchanged',
    '// rest of code unchanged',
    '// ... existing code ...',
    '// … existing code …',
    '# ... rest of the function remains the same',
    '# rest of the code stays the same',
    '-- ... remaining columns unchanged ...',
    '; ... rest of file ...',
    '% ... existing content ...',
    '/* ... other methods ... */',
    '/* rest of the styles unchanged */',
    '{/* ... rest of the component ... */}',
    '<!-- ... existing markup ... -->',
    '<!-- rest of the file unchanged -->',
    '(* ... rest of the module unchanged ... *)',
    '{# ... existing code ... #}',
    '* ... rest of implementation',
    '    // ...existing code...',
    '// ... (rest of the code remains unchanged)',
    '// [... rest of file unchanged ...]',
    '// keep existing code unchanged',
    '// Keep the rest of the code as is',
    '// ... keep existing imports',
    '// existing code here',
    '// remaining methods omitted for brevity',
    '// ... omitted for brevity',
    '# ... (previous code) ...',
    '// ... unchanged ...',
    '# ... same as before ...',
    '// same as before',
    '... rest of the code unchanged ...',
    '[... rest of the document unchanged ...]',
    '// ... other imports remain the same',
    '// ... all other functions stay the same',
    '// ... restlicher Code unverändert',
    '# ... resto del código sin cambios',
    '// ... reste du code inchangé',
    '// ... 其余代码保持不变',
    '// ... 残りのコード',
    '// ... остальной код без изменений',
    "' ... existing code ...",
    'REM ... rest of script unchanged',
    '// [existing code]',
    '// <existing code>',
    '// code omitted for brevity',
    '"""... rest of module ..."""',
    '// (rest of the code unchanged)',
  ])('is %s', (line) => {
    expect(findPlaceholders(`a\n${line}\nb\n`)).toEqual([{ line: 2, text: line.trim() }]);
  });

  it.each([
    'The rest of the code is unchanged.',
    'We keep existing code paths for legacy clients.',
    '// keeps the existing code path for legacy clients',
    '// existing code relies on this order',
    '// the rest of the arguments are passed on to the command',
    '// Loads the remaining items lazily.',
    '// wait for the other process...',
    '// TODO: handle the rest of the cases',
    '// see the rest of this file for examples',
    '# other options are described below',
    '# Loading ...',
    '// e.g. foo(a, b, ...)',
    'console.log("// ... rest of code unchanged");',
    'const { a, ...rest } = props;',
    'function f(...existing) {}',
    '    ...',
    '...rest,',
    '...existingProps,',
    '// previous value, or undefined',
    '// unchanged since the last release',
    '/* original implementation by J. Doe, modified */',
    '- the remaining files stay the same size',
    '# All rights reserved...',
    '// retries until all the other workers are done',
    '// ... and then it waits for the lock',
    '// Same as before, but with a timeout',
    '// Spread the rest props...',
    '# Existing entries',
    '## Other options',
    '// keep existing entries',
    '// ...',
    '<Existing />',
    '<p>Rest of the content here</p>',
  ])('is not %s', (line) => {
    expect(findPlaceholders(`a\n${line}\nb\n`)).toEqual([]);
  });

  it('is not a line that the file had before', () => {
    const line = '// ... rest of code unchanged';
    expect(findPlaceholders(`x\n${line}\n`, `${line}\ny\n`)).toEqual([]);
  });

  it('is found quickly in large and hostile texts', () => {
    const start = performance.now();
    findPlaceholders('// ... rest of the of the of the of the of the of the of the\n'.repeat(5000));
    findPlaceholders(`// ... ${'rest of the '.repeat(100_000)}`);
    findPlaceholders(`${'/* ... existing '.repeat(10)}\n`.repeat(20_000));
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
