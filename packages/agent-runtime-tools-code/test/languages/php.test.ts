import { describe, expect, it } from 'vitest';
import { readProject } from './language-fixture.ts';

const FILES = {
  'src/Shop.php': `<?php
namespace Acme\\Goods;

use Acme\\Base as Root;
use Acme\\{Seller, Kind as Sort};
use function Acme\\helper;
require_once 'lib.php';
include __DIR__ . '/more.php';

const LIMIT = 3;

/**
 * A shop.
 */
abstract class Shop extends Root implements Seller
{
    use Loud;

    const MOST = 1;
    private ?string $name = 'sell', $other;

    public function __construct(private int $size) { $this->name = 'a'; }

    // Sells.
    public function sell(int $count): int
    {
        $total = $count;
        return helper($total) + self::MOST; // sell
    }

    private static function hidden() {}
}

interface Seller2 { function sell(int $count): int; }
trait Loud { }
enum Kind: string { case A = 'a'; }
function run(Shop ...$shops) { return $shops[0]->sell(LIMIT); }
`,
  'index.php': `<?php
use Acme\\Goods\\Shop;

$shop = Shop::make();
echo $shop->sell(count: 2), $shop->name;
`,
};

describe('a project in PHP', () => {
  it('has the expected definitions, imports and references', { timeout: 60_000 }, async () => {
    const { symbols, imports, references, info } = await readProject(FILES);
    expect(symbols).toEqual([
      'src/Shop.php:2-2 namespace Acme.Goods',
      'src/Shop.php:10-10 constant LIMIT',
      'src/Shop.php:15-32 class Shop',
      'src/Shop.php:19-19 constant Shop.MOST',
      'src/Shop.php:20-20 property Shop.name private',
      'src/Shop.php:20-20 property Shop.other private',
      'src/Shop.php:22-22 constructor Shop.__construct',
      'src/Shop.php:22-22 property Shop.size private',
      'src/Shop.php:25-29 method Shop.sell',
      'src/Shop.php:31-31 method Shop.hidden private',
      'src/Shop.php:34-34 interface Seller2',
      'src/Shop.php:34-34 method Seller2.sell',
      'src/Shop.php:35-35 trait Loud',
      'src/Shop.php:36-36 enum Kind',
      'src/Shop.php:36-36 enum_member Kind.A',
      'src/Shop.php:37-37 function run',
    ]);
    expect(imports).toEqual([
      'src/Shop.php:4 import Acme\\Base: Base as Root',
      'src/Shop.php:5 import Acme\\Seller: Seller',
      'src/Shop.php:5 import Acme\\Kind: Kind as Sort',
      'src/Shop.php:6 import Acme\\helper: helper',
      'src/Shop.php:7 require lib.php',
      'src/Shop.php:8 require ./more.php',
      'index.php:2 import Acme\\Goods\\Shop: Shop',
    ]);
    expect(await references('sell')).toEqual([
      'index.php:5:13 property',
      'src/Shop.php:25:21 definition',
      'src/Shop.php:34:30 definition',
      'src/Shop.php:37:50 property',
    ]);
    expect(await references('name')).toEqual([
      'index.php:5:36 property',
      'src/Shop.php:20:22 definition',
      'src/Shop.php:22:61 property',
    ]);
    expect(await references('MOST')).toEqual(['src/Shop.php:19:11 definition', 'src/Shop.php:28:39 property']);
    expect(await references('Shop')).toEqual([
      'index.php:2:16 import',
      'index.php:4:9 use',
      'src/Shop.php:15:16 definition',
      'src/Shop.php:37:14 use',
    ]);
    expect(await references('helper')).toEqual(['src/Shop.php:6:19 import', 'src/Shop.php:28:16 use']);
    expect(await info('Shop', 'src/Shop.php')).toEqual({
      signature: 'abstract class Shop extends Root implements Seller',
      documentation: 'A shop.',
    });
    expect(await info('Shop.sell', 'src/Shop.php')).toEqual({
      signature: 'public function sell(int $count): int',
      documentation: 'Sells.',
    });
    expect(await info('Shop.name', 'src/Shop.php')).toEqual({ signature: "private ?string $name = 'sell', $other" });
  });
});
