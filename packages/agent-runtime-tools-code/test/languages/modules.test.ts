import { describe, expect, it } from 'vitest';
import { codeTree, valueOf, type TreeFiles } from '../code-tree.ts';

interface ModuleCase {
  readonly language: string;
  readonly files: TreeFiles;
  /** `from to`, with a question mark for a library and an exclamation mark for a file that is missing. */
  readonly edges: readonly string[];
  readonly symbol: readonly [name: string, file: string, place: string];
}

const CASES: readonly ModuleCase[] = [
  {
    language: 'Python',
    files: {
      'app/__init__.py': 'from .models import Shop\n',
      'app/models.py': 'import os\nclass Shop: pass\n',
      'app/views.py': 'from . import models\nfrom app import Shop\nfrom .gone import x\n',
    },
    edges: [
      'app/__init__.py app/models.py',
      'app/models.py os?',
      'app/views.py app/models.py',
      'app/views.py app/__init__.py',
      'app/views.py .gone!',
    ],
    symbol: ['Shop', 'app/views.py', 'app/models.py:2'],
  },
  {
    language: 'Go',
    files: {
      'main.go':
        'package main\nimport "example.com/app/shop"\nimport "fmt"\nfunc main() { shop.New(); fmt.Println() }\n',
      'shop/shop.go': 'package shop\nfunc New() int { return size() }\n',
      'shop/size.go': 'package shop\nfunc size() int { return 1 }\n',
      'shop/size_test.go': 'package shop\n',
    },
    edges: ['main.go shop/shop.go', 'main.go shop/size.go', 'main.go fmt?'],
    symbol: ['size', 'shop/shop.go', 'shop/size.go:2'],
  },
  {
    language: 'Rust',
    files: {
      'src/main.rs': 'mod shop;\nuse crate::shop::goods::Good;\nuse std::io;\n',
      'src/shop/mod.rs': 'pub mod goods;\n',
      'src/shop/goods.rs': 'use super::Base;\npub struct Good;\n',
    },
    edges: [
      'src/main.rs src/shop/mod.rs',
      'src/main.rs src/shop/goods.rs',
      'src/main.rs std?',
      'src/shop/goods.rs src/shop/mod.rs',
      'src/shop/mod.rs src/shop/goods.rs',
    ],
    symbol: ['Good', 'src/main.rs', 'src/shop/goods.rs:2'],
  },
  {
    language: 'Java',
    files: {
      'src/com/acme/Main.java':
        'package com.acme;\nimport com.acme.goods.Shop;\nimport java.util.List;\nclass Main { Box b; }\n',
      'src/com/acme/Box.java': 'package com.acme;\nclass Box {}\n',
      'src/com/acme/goods/Shop.java': 'package com.acme.goods;\npublic class Shop {}\n',
      'src/com/acme/All.java': 'package com.acme;\nimport com.acme.goods.*;\n',
    },
    edges: [
      'src/com/acme/All.java src/com/acme/goods/Shop.java',
      'src/com/acme/Main.java src/com/acme/goods/Shop.java',
      'src/com/acme/Main.java java.util.List?',
    ],
    symbol: ['Box', 'src/com/acme/Main.java', 'src/com/acme/Box.java:2'],
  },
  {
    language: 'C',
    files: {
      'src/main.c': '#include "shop.h"\n#include <stdio.h>\n#include "util/list.h"\nint main() { return sell(); }\n',
      'src/shop.h': '#include "types.h"\nint sell(void);\n',
      'src/types.h': 'typedef int money;\n',
      'include/util/list.h': '#define LIST 1\n',
    },
    edges: ['src/main.c src/shop.h', 'src/main.c stdio.h?', 'src/main.c include/util/list.h', 'src/shop.h src/types.h'],
    symbol: ['money', 'src/main.c', 'src/types.h:1'],
  },
  {
    language: 'C#',
    files: {
      'Main.cs': 'using Acme.Goods;\nusing System;\nclass M { Shop s; }\n',
      'Shop.cs': 'namespace Acme.Goods { public class Shop { } }\n',
    },
    edges: ['Main.cs Shop.cs', 'Main.cs System?'],
    symbol: ['Shop', 'Main.cs', 'Shop.cs:1'],
  },
  {
    language: 'Ruby',
    files: {
      'bin/run.rb': "require_relative '../lib/shop'\nrequire 'json'\nrequire 'shop/base'\n",
      'lib/shop.rb': 'class Shop; end\n',
      'lib/shop/base.rb': 'class Base; end\n',
    },
    edges: ['bin/run.rb lib/shop.rb', 'bin/run.rb json?', 'bin/run.rb lib/shop/base.rb'],
    symbol: ['Base', 'bin/run.rb', 'lib/shop/base.rb:1'],
  },
  {
    language: 'PHP',
    files: {
      'index.php': "<?php\nuse Acme\\Goods\\Shop;\nuse Vendor\\Thing;\nrequire __DIR__ . '/lib.php';\n",
      'lib.php': '<?php\nfunction helper() {}\n',
      'src/Shop.php': '<?php\nnamespace Acme\\Goods;\nclass Shop {}\n',
    },
    edges: ['index.php src/Shop.php', 'index.php Vendor\\Thing?', 'index.php lib.php'],
    symbol: ['helper', 'index.php', 'lib.php:2'],
  },
  {
    language: 'Bash',
    files: { 'run.sh': 'source ./lib/a.sh\n. ./gone.sh\nsell\n', 'lib/a.sh': 'sell() { :; }\n' },
    edges: ['run.sh lib/a.sh', 'run.sh ./gone.sh!'],
    symbol: ['sell', 'run.sh', 'lib/a.sh:1'],
  },
];

describe.each(CASES)('modules of $language', ({ files, edges, symbol }) => {
  it('are found by the conventions of the language', { timeout: 60_000 }, async () => {
    const { tools } = await codeTree(files);
    const graph = valueOf(await tools.execute('build_dependency_graph', {}));
    const found = graph.edges.map(
      ({ from, to, external, unresolved }) => `${from} ${to}${external ? '?' : ''}${unresolved === true ? '!' : ''}`,
    );
    expect(found.toSorted()).toEqual(edges.toSorted());
    const [name, file, place] = symbol;
    const value = valueOf(await tools.execute('resolve_symbol', { symbol: name, file }));
    expect(`${value.file}:${value.line}`).toBe(place);
    const { references, precision } = valueOf(await tools.execute('find_references', { symbol: name, file }));
    expect(references.some((each) => each.isDefinition && `${each.file}:${each.line}` === place)).toBe(true);
    expect(precision).toBe('syntactic');
  });
});
