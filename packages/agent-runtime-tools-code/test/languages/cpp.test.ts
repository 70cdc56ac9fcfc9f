import { describe, expect, it } from 'vitest';
import { readProject } from './language-fixture.ts';

const FILES = {
  'shop.hpp': `#pragma once
#include <string>
#include "base.hpp"

namespace acme::goods {

/// A shop.
template <class T>
class Shop : public Base {
  int secret_ = 0;

 public:
  explicit Shop(std::string name);
  ~Shop();
  virtual int size() const = 0;
  static int count;
  int sell(int n) { return n; }

 private:
  void hidden();
};

struct Point { int x, y; void move(int dx); };
enum class Kind { A, B };
using Id = long;
constexpr int LIMIT = 3;
int helper(int n);

}  // namespace acme::goods
`,
  'shop.cpp': `#include "shop.hpp"

using namespace acme::goods;

void Point::move(int dx) { x += dx; }

int acme::goods::helper(int n) { return n + LIMIT; }

static int run(Shop<int>& shop) {
  auto total = shop.sell(helper(1));  // sell
  Point point{1, 2};
  point.move(total);
  return total;
}
`,
};

describe('a project in C++', () => {
  it('has the expected definitions, imports and references', { timeout: 60_000 }, async () => {
    const { symbols, imports, references, info } = await readProject(FILES);
    expect(symbols).toEqual([
      'shop.cpp:5-5 method Point.move',
      'shop.cpp:7-7 method acme.goods.helper',
      'shop.cpp:9-14 function run private',
      'shop.hpp:5-29 namespace acme.goods',
      'shop.hpp:9-21 class acme.goods.Shop',
      'shop.hpp:10-10 property acme.goods.Shop.secret_ private',
      'shop.hpp:13-13 constructor acme.goods.Shop.Shop',
      'shop.hpp:14-14 method acme.goods.Shop.~Shop',
      'shop.hpp:15-15 method acme.goods.Shop.size',
      'shop.hpp:16-16 property acme.goods.Shop.count',
      'shop.hpp:17-17 method acme.goods.Shop.sell',
      'shop.hpp:20-20 method acme.goods.Shop.hidden private',
      'shop.hpp:23-23 struct acme.goods.Point',
      'shop.hpp:23-23 property acme.goods.Point.x',
      'shop.hpp:23-23 property acme.goods.Point.y',
      'shop.hpp:23-23 method acme.goods.Point.move',
      'shop.hpp:24-24 enum acme.goods.Kind',
      'shop.hpp:24-24 enum_member acme.goods.Kind.A',
      'shop.hpp:24-24 enum_member acme.goods.Kind.B',
      'shop.hpp:25-25 type acme.goods.Id',
      'shop.hpp:26-26 constant acme.goods.LIMIT',
      'shop.hpp:27-27 function acme.goods.helper',
    ]);
    expect(imports).toEqual(['shop.hpp:2 import string', 'shop.hpp:3 import base.hpp', 'shop.cpp:1 import shop.hpp']);
    expect(await references('sell')).toEqual(['shop.cpp:10:21 property', 'shop.hpp:17:7 definition']);
    expect(await references('helper')).toEqual([
      'shop.cpp:7:18 definition',
      'shop.cpp:10:26 use',
      'shop.hpp:27:5 definition',
    ]);
    expect(await references('move')).toEqual([
      'shop.cpp:5:13 definition',
      'shop.cpp:12:9 property',
      'shop.hpp:23:31 definition',
    ]);
    expect(await references('LIMIT')).toEqual(['shop.cpp:7:45 use', 'shop.hpp:26:15 definition']);
    expect(await references('Shop')).toEqual([
      'shop.cpp:9:16 use',
      'shop.hpp:9:7 definition',
      'shop.hpp:13:12 definition',
      'shop.hpp:14:4 definition',
    ]);
    expect(await info('Shop', 'shop.hpp')).toEqual({ signature: 'class Shop : public Base', documentation: 'A shop.' });
    expect(await info('move', 'shop.cpp')).toEqual({ signature: 'void Point::move(int dx)' });
    expect(await info('LIMIT', 'shop.hpp')).toEqual({ signature: 'constexpr int LIMIT = 3' });
  });
});
