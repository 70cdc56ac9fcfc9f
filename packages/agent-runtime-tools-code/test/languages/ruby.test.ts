import { describe, expect, it } from 'vitest';
import { readProject } from './language-fixture.ts';

const FILES = {
  'lib/shop.rb': `require 'json'
require_relative 'shop/base'

# Goods.
module Acme
  LIMIT = 3

  # A shop.
  class Shop < Base
    attr_reader :name, :size

    def initialize(name, size: LIMIT)
      @name = name
    end

    def self.make(name)
      new(name)
    end

    # Sells.
    def sell(count)
      total = count
      goods.each { |good| puts "sell #{good}" } # sell
      total
    end

    private

    def hidden; end

    public

    def shown; end
  end
end

def helper = 1
`,
  'main.rb': `require_relative './lib/shop'

shop = Acme::Shop.make('sell')
shop.sell(Acme::LIMIT)
puts shop.name
helper
`,
};

describe('a project in Ruby', () => {
  it('has the expected definitions, imports and references', { timeout: 60_000 }, async () => {
    const { symbols, imports, references, info } = await readProject(FILES);
    expect(symbols).toEqual([
      'lib/shop.rb:5-35 module Acme',
      'lib/shop.rb:6-6 constant Acme.LIMIT',
      'lib/shop.rb:9-34 class Acme.Shop',
      'lib/shop.rb:10-10 property Acme.Shop.name',
      'lib/shop.rb:10-10 property Acme.Shop.size',
      'lib/shop.rb:12-14 constructor Acme.Shop.initialize',
      'lib/shop.rb:16-18 method Acme.Shop.make',
      'lib/shop.rb:21-25 method Acme.Shop.sell',
      'lib/shop.rb:29-29 method Acme.Shop.hidden private',
      'lib/shop.rb:33-33 method Acme.Shop.shown',
      'lib/shop.rb:37-37 function helper',
    ]);
    expect(imports).toEqual([
      'lib/shop.rb:1 require json',
      'lib/shop.rb:2 require ./shop/base',
      'main.rb:1 require ./lib/shop',
    ]);
    expect(await references('sell')).toEqual(['lib/shop.rb:21:9 definition', 'main.rb:4:6 property']);
    expect(await references('name')).toEqual([
      'lib/shop.rb:10:17 definition',
      'lib/shop.rb:12:20 definition',
      'lib/shop.rb:13:7 definition',
      'lib/shop.rb:13:15 use',
      'lib/shop.rb:16:19 definition',
      'lib/shop.rb:17:11 use',
      'main.rb:5:11 property',
    ]);
    expect(await references('LIMIT')).toEqual([
      'lib/shop.rb:6:3 definition',
      'lib/shop.rb:12:32 use',
      'main.rb:4:17 use',
    ]);
    expect(await references('Shop')).toEqual(['lib/shop.rb:9:9 definition', 'main.rb:3:14 use']);
    expect(await references('helper')).toEqual(['lib/shop.rb:37:5 definition', 'main.rb:6:1 use']);
    expect(await info('Shop', 'lib/shop.rb')).toEqual({ signature: 'class Shop < Base', documentation: 'A shop.' });
    expect(await info('Acme.Shop.sell', 'lib/shop.rb')).toEqual({
      signature: 'def sell(count)',
      documentation: 'Sells.',
    });
    expect(await info('Acme.Shop.name', 'lib/shop.rb')).toEqual({ signature: 'attr_reader :name, :size' });
  });
});
