import { describe, expect, it } from 'vitest';
import { readProject } from './language-fixture.ts';

const FILES = {
  'Shop.cs': `using System;
using Text = System.Text.StringBuilder;
using static System.Math;

namespace Acme.Goods
{
    /// <summary>A shop.</summary>
    [Obsolete]
    public class Shop<T> : Base, ISeller
    {
        private const int Limit = 3;
        public string Name, Other;
        public int Size { get; set; }
        public event Action Sold;

        public Shop(string name) { Name = name; }

        // Sells.
        public int Sell(int count)
        {
            var total = count;
            return Abs(total) + this.Size; // Sell
        }

        void Hidden() { }

        public enum Kind { A, B = 2 }
    }

    public interface ISeller { int Sell(int count); }
    public record Point(int X, int Y);
    struct Box { public int Side; }
    public delegate void Done(int code);
}
`,
  'Program.cs': `using Acme.Goods;

namespace Acme;

static class Program
{
    static void Main()
    {
        var shop = new Shop<int>("Sell");
        shop.Sell(count: shop.Size);
    }
}
`,
};

describe('a project in C#', () => {
  it('has the expected definitions, imports and references', { timeout: 60_000 }, async () => {
    const { symbols, imports, references, info } = await readProject(FILES);
    expect(symbols).toEqual([
      'Program.cs:3-3 namespace Acme',
      'Program.cs:5-12 class Program',
      'Program.cs:7-11 method Program.Main private',
      'Shop.cs:5-34 namespace Acme.Goods',
      'Shop.cs:9-28 class Acme.Goods.Shop',
      'Shop.cs:11-11 constant Acme.Goods.Shop.Limit private',
      'Shop.cs:12-12 property Acme.Goods.Shop.Name',
      'Shop.cs:12-12 property Acme.Goods.Shop.Other',
      'Shop.cs:13-13 property Acme.Goods.Shop.Size',
      'Shop.cs:14-14 property Acme.Goods.Shop.Sold',
      'Shop.cs:16-16 constructor Acme.Goods.Shop.Shop',
      'Shop.cs:19-23 method Acme.Goods.Shop.Sell',
      'Shop.cs:25-25 method Acme.Goods.Shop.Hidden private',
      'Shop.cs:27-27 enum Acme.Goods.Shop.Kind',
      'Shop.cs:27-27 enum_member Acme.Goods.Shop.Kind.A',
      'Shop.cs:27-27 enum_member Acme.Goods.Shop.Kind.B',
      'Shop.cs:30-30 interface Acme.Goods.ISeller',
      'Shop.cs:30-30 method Acme.Goods.ISeller.Sell',
      'Shop.cs:31-31 class Acme.Goods.Point',
      'Shop.cs:31-31 property Acme.Goods.Point.X',
      'Shop.cs:31-31 property Acme.Goods.Point.Y',
      'Shop.cs:32-32 struct Acme.Goods.Box',
      'Shop.cs:32-32 property Acme.Goods.Box.Side',
      'Shop.cs:33-33 type Acme.Goods.Done',
    ]);
    expect(imports).toEqual([
      'Shop.cs:1 import System: *',
      'Shop.cs:2 import System.Text.StringBuilder: Text',
      'Shop.cs:3 import System.Math: *',
      'Program.cs:1 import Acme.Goods: *',
    ]);
    expect(await references('Sell')).toEqual([
      'Program.cs:10:14 property',
      'Shop.cs:19:20 definition',
      'Shop.cs:30:36 definition',
    ]);
    expect(await references('Size')).toEqual([
      'Program.cs:10:31 property',
      'Shop.cs:13:20 definition',
      'Shop.cs:22:38 property',
    ]);
    expect(await references('Shop')).toEqual([
      'Program.cs:9:24 use',
      'Shop.cs:9:18 definition',
      'Shop.cs:16:16 definition',
    ]);
    expect(await references('Name')).toEqual(['Shop.cs:12:23 definition', 'Shop.cs:16:36 use']);
    expect(await info('Shop', 'Shop.cs')).toEqual({
      signature: '[Obsolete] public class Shop<T> : Base, ISeller',
      documentation: '<summary>A shop.</summary>',
    });
    expect(await info('Acme.Goods.Shop.Sell', 'Shop.cs')).toEqual({
      signature: 'public int Sell(int count)',
      documentation: 'Sells.',
    });
  });
});
