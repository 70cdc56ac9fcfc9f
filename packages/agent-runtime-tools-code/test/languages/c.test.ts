import { describe, expect, it } from 'vitest';
import { readProject } from './language-fixture.ts';

const FILES = {
  'shop.h': `#ifndef SHOP_H
#define SHOP_H
#include <stdio.h>

#define LIMIT 3
#define TWICE(x) ((x) * 2)

/* A node. */
typedef struct node {
  int value;
  struct node *next;
} node_t;

enum kind { KIND_A, KIND_B = 2 };
union both { int number; char *text; };

extern int counter;
typedef int (*callback_t)(int);

/* Sells. */
int sell(node_t *node, int count);
#endif
`,
  'shop.c': `#include "shop.h"
#include "util/list.h"

int counter = 1, *place;
static const char *names[2];
static int hidden(int a);

int sell(node_t *node, int count) {
  int total = count;
  node->value = TWICE(total);
  printf("sell %d", LIMIT); /* sell */
  return hidden(node->next->value);
}

static int hidden(int a) { return sell(0, a); }
`,
};

describe('a project in C', () => {
  it('has the expected definitions, imports and references', { timeout: 60_000 }, async () => {
    const { symbols, imports, references, info } = await readProject(FILES);
    expect(symbols).toEqual([
      'shop.c:4-4 variable counter',
      'shop.c:4-4 variable place',
      'shop.c:5-5 constant names private',
      'shop.c:6-6 function hidden private',
      'shop.c:8-13 function sell',
      'shop.c:15-15 function hidden private',
      'shop.h:2-2 macro SHOP_H',
      'shop.h:5-5 macro LIMIT',
      'shop.h:6-6 macro TWICE',
      'shop.h:9-12 struct node',
      'shop.h:10-10 property node.value',
      'shop.h:11-11 property node.next',
      'shop.h:12-12 type node_t',
      'shop.h:14-14 enum kind',
      'shop.h:14-14 enum_member kind.KIND_A',
      'shop.h:14-14 enum_member kind.KIND_B',
      'shop.h:15-15 struct both',
      'shop.h:15-15 property both.number',
      'shop.h:15-15 property both.text',
      'shop.h:17-17 variable counter',
      'shop.h:18-18 type callback_t',
      'shop.h:21-21 function sell',
    ]);
    expect(imports).toEqual(['shop.h:3 import stdio.h', 'shop.c:1 import shop.h', 'shop.c:2 import util/list.h']);
    expect(await references('sell')).toEqual(['shop.c:8:5 definition', 'shop.c:15:35 use', 'shop.h:21:5 definition']);
    expect(await references('value')).toEqual([
      'shop.c:10:9 property',
      'shop.c:12:29 property',
      'shop.h:10:7 definition',
    ]);
    expect(await references('LIMIT')).toEqual(['shop.c:11:21 use', 'shop.h:5:9 definition']);
    expect(await references('node_t')).toEqual(['shop.c:8:10 use', 'shop.h:12:3 definition', 'shop.h:21:10 use']);
    expect(await references('hidden')).toEqual([
      'shop.c:6:12 definition',
      'shop.c:12:10 use',
      'shop.c:15:12 definition',
    ]);
    expect(await info('sell', 'shop.c')).toEqual({ signature: 'int sell(node_t *node, int count)' });
    expect(await info('node', 'shop.h')).toEqual({ signature: 'typedef struct node', documentation: 'A node.' });
    expect(await info('TWICE', 'shop.h')).toEqual({ signature: '#define TWICE(x)' });
  });
});
