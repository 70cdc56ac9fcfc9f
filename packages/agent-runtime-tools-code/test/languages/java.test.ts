import { describe, expect, it } from 'vitest';
import { readProject } from './language-fixture.ts';

const FILES = {
  'com/acme/Shop.java': `package com.acme;

import java.util.List;
import static com.acme.Base.helper;
import com.acme.goods.*;

/**
 * A shop.
 */
@Deprecated
public class Shop<T> extends Base implements Seller {
    public static final int LIMIT = 3, MORE = 4;
    private String name;

    public Shop(String name) { this.name = name; }

    /** Sells. */
    @Override
    public int sell(int count) {
        int total = count;
        return helper(name.length()) + total; // sell
    }

    private void hidden() {}

    enum Kind { A, B(1); void run() {} Kind(int... n) {} }
}

interface Seller { int sell(int count); int MOST = 1; }

record Point(int x, int y) {}

@interface Marker { String value(); }
`,
  'com/acme/Main.java': `package com.acme;

class Main {
    static void main(String[] args) {
        Shop<String> shop = new Shop<>("sell");
        shop.sell(Shop.LIMIT);
        java.util.function.IntUnaryOperator f = shop::sell;
    }
}
`,
};

describe('a project in Java', () => {
  it('has the expected definitions, imports and references', { timeout: 60_000 }, async () => {
    const { symbols, imports, references, info } = await readProject(FILES);
    expect(symbols).toEqual([
      'com/acme/Main.java:3-9 class Main',
      'com/acme/Main.java:4-8 method Main.main',
      'com/acme/Shop.java:11-27 class Shop',
      'com/acme/Shop.java:12-12 constant Shop.LIMIT',
      'com/acme/Shop.java:12-12 constant Shop.MORE',
      'com/acme/Shop.java:13-13 property Shop.name private',
      'com/acme/Shop.java:15-15 constructor Shop.Shop',
      'com/acme/Shop.java:19-22 method Shop.sell',
      'com/acme/Shop.java:24-24 method Shop.hidden private',
      'com/acme/Shop.java:26-26 enum Shop.Kind',
      'com/acme/Shop.java:26-26 enum_member Shop.Kind.A',
      'com/acme/Shop.java:26-26 enum_member Shop.Kind.B',
      'com/acme/Shop.java:26-26 method Shop.Kind.run',
      'com/acme/Shop.java:26-26 constructor Shop.Kind.Kind',
      'com/acme/Shop.java:29-29 interface Seller',
      'com/acme/Shop.java:29-29 method Seller.sell',
      'com/acme/Shop.java:29-29 constant Seller.MOST',
      'com/acme/Shop.java:31-31 class Point',
      'com/acme/Shop.java:31-31 property Point.x',
      'com/acme/Shop.java:31-31 property Point.y',
      'com/acme/Shop.java:33-33 interface Marker',
      'com/acme/Shop.java:33-33 method Marker.value',
    ]);
    expect(imports).toEqual([
      'com/acme/Shop.java:3 import java.util.List: List',
      'com/acme/Shop.java:4 import com.acme.Base: helper',
      'com/acme/Shop.java:5 import com.acme.goods: *',
    ]);
    expect(await references('sell')).toEqual([
      'com/acme/Main.java:6:14 property',
      'com/acme/Main.java:7:55 property',
      'com/acme/Shop.java:19:16 definition',
      'com/acme/Shop.java:29:24 definition',
    ]);
    expect(await references('LIMIT')).toEqual([
      'com/acme/Main.java:6:24 property',
      'com/acme/Shop.java:12:29 definition',
    ]);
    expect(await references('Shop')).toEqual([
      'com/acme/Main.java:5:9 use',
      'com/acme/Main.java:5:33 use',
      'com/acme/Main.java:6:19 use',
      'com/acme/Shop.java:11:14 definition',
      'com/acme/Shop.java:15:12 definition',
    ]);
    expect(await references('name')).toEqual([
      'com/acme/Shop.java:13:20 definition',
      'com/acme/Shop.java:15:24 definition',
      'com/acme/Shop.java:15:37 property',
      'com/acme/Shop.java:15:44 use',
      'com/acme/Shop.java:21:23 use',
    ]);
    expect(await info('Shop', 'com/acme/Shop.java')).toEqual({
      signature: '@Deprecated public class Shop<T> extends Base implements Seller',
      documentation: 'A shop.',
    });
    expect(await info('Shop.sell', 'com/acme/Shop.java')).toEqual({
      signature: '@Override public int sell(int count)',
      documentation: 'Sells.',
    });
    expect(await info('Seller.sell', 'com/acme/Shop.java')).toEqual({ signature: 'int sell(int count)' });
  });
});
