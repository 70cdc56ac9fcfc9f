import { describe, expect, it } from 'vitest';
import { readProject } from './language-fixture.ts';

const FILES = {
  'shop/models.py': `"""Models."""
import os.path as paths, sys
from dataclasses import dataclass
from .base import Base as Root, helper
from typing import *

LIMIT: int = 3
_hidden = 1
first, second = 1, 2


@dataclass
class Shop(Root):
    """A shop.

    With goods.
    """

    count = 0

    def __init__(self, name: str, size=LIMIT):
        self.name = name

    @property
    def size(self) -> int:
        return helper(self.name)

    def _secret(self): pass

    class Inner:
        pass


# Sells things.
async def sell(shop: Shop, *goods, **more) -> None:
    total = [good for good in goods]
    print("sell", shop.name, name=total)  # sell
`,
  'shop/base.py': `class Base: ...
def helper(value): return value
`,
  'main.py': `from shop.models import Shop, sell
import shop.models

if True:
    def late(): pass

box = Shop("a")
sell(box)
shop.models.sell(shop=box)
`,
};

describe('a project in Python', () => {
  it('has the expected definitions, imports and references', { timeout: 60_000 }, async () => {
    const { symbols, imports, references, info } = await readProject(FILES);
    expect(symbols).toEqual([
      'main.py:5-5 function late',
      'main.py:7-7 variable box',
      'shop/base.py:1-1 class Base',
      'shop/base.py:2-2 function helper',
      'shop/models.py:7-7 constant LIMIT',
      'shop/models.py:8-8 variable _hidden private',
      'shop/models.py:9-9 variable first',
      'shop/models.py:9-9 variable second',
      'shop/models.py:13-31 class Shop',
      'shop/models.py:19-19 property Shop.count',
      'shop/models.py:21-22 constructor Shop.__init__',
      'shop/models.py:25-26 method Shop.size',
      'shop/models.py:28-28 method Shop._secret private',
      'shop/models.py:30-31 class Shop.Inner',
      'shop/models.py:35-37 function sell',
    ]);
    expect(imports).toEqual([
      'shop/models.py:2 import os.path: paths',
      'shop/models.py:2 import sys: sys',
      'shop/models.py:3 import dataclasses: dataclass',
      'shop/models.py:4 import .base: Base as Root, helper',
      'shop/models.py:5 import typing: *',
      'main.py:1 import shop.models: Shop, sell',
      'main.py:2 import shop.models: shop',
    ]);
    expect(await references('sell')).toEqual([
      'main.py:1:31 import',
      'main.py:8:1 use',
      'main.py:9:13 property',
      'shop/models.py:35:11 definition',
    ]);
    expect(await references('Shop')).toEqual([
      'main.py:1:25 import',
      'main.py:7:7 use',
      'shop/models.py:13:7 definition',
      'shop/models.py:35:22 use',
    ]);
    expect(await references('name')).toEqual([
      'shop/models.py:21:24 definition',
      'shop/models.py:22:14 property',
      'shop/models.py:22:21 use',
      'shop/models.py:26:28 property',
      'shop/models.py:37:24 property',
      'shop/models.py:37:30 property',
    ]);
    expect(await references('helper')).toEqual([
      'shop/base.py:2:5 definition',
      'shop/models.py:4:33 import',
      'shop/models.py:26:16 use',
    ]);
    expect(await info('Shop', 'shop/models.py')).toEqual({
      signature: 'class Shop(Root)',
      documentation: `A shop.

With goods.`,
    });
    expect(await info('sell', 'shop/models.py')).toEqual({
      signature: 'async def sell(shop: Shop, *goods, **more) -> None',
      documentation: 'Sells things.',
    });
    expect(await info('Shop.size', 'shop/models.py')).toEqual({ signature: 'def size(self) -> int' });
  });
});
