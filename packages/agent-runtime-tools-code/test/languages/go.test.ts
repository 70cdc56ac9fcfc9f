import { describe, expect, it } from 'vitest';
import { readProject } from './language-fixture.ts';

const FILES = {
  'shop/shop.go': `// Package shop sells.
package shop

import (
	"fmt"
	str "strings"
	_ "embed"
	. "math"
	"example.com/goods/v2"
)

// Limit is the most.
const Limit = 3

const (
	A, b = 1, 2
	C    = iota
)

var state int

// Shop sells things.
type Shop[T any] struct {
	Name string
	size int
	goods.Base
}

type Seller interface {
	Sell(n int) error
}

type ID = string

// Sell sells.
func (s *Shop[T]) Sell(n int) error {
	total := n
	for i, each := range s.all() {
		_, _ = i, each
	}
	return fmt.Errorf("Sell %s %d", str.ToUpper(s.Name), total)
}

func (s *Shop[T]) all() []T { return nil }

func New(name string) *Shop[int] { return &Shop[int]{Name: name} }
`,
  'main.go': `package main

import "example.com/shop"

func main() {
	box := shop.New("a")
	box.Sell(shop.Limit) // Sell
}
`,
};

describe('a project in Go', () => {
  it('has the expected definitions, imports and references', { timeout: 60_000 }, async () => {
    const { symbols, imports, references, info } = await readProject(FILES);
    expect(symbols).toEqual([
      'main.go:5-8 function main private',
      'shop/shop.go:13-13 constant Limit',
      'shop/shop.go:16-16 constant A',
      'shop/shop.go:16-16 constant b private',
      'shop/shop.go:17-17 constant C',
      'shop/shop.go:20-20 variable state private',
      'shop/shop.go:23-27 struct Shop',
      'shop/shop.go:24-24 property Shop.Name',
      'shop/shop.go:25-25 property Shop.size private',
      'shop/shop.go:29-31 interface Seller',
      'shop/shop.go:30-30 method Seller.Sell',
      'shop/shop.go:33-33 type ID',
      'shop/shop.go:36-42 method Shop.Sell',
      'shop/shop.go:44-44 method Shop.all private',
      'shop/shop.go:46-46 function New',
    ]);
    expect(imports).toEqual([
      'shop/shop.go:5 import fmt: fmt',
      'shop/shop.go:6 import strings: str',
      'shop/shop.go:7 import embed',
      'shop/shop.go:8 import math: *',
      'shop/shop.go:9 import example.com/goods/v2: goods',
      'main.go:3 import example.com/shop: shop',
    ]);
    expect(await references('Sell')).toEqual([
      'main.go:7:6 property',
      'shop/shop.go:30:2 definition',
      'shop/shop.go:36:19 definition',
    ]);
    expect(await references('Name')).toEqual([
      'shop/shop.go:24:2 definition',
      'shop/shop.go:41:48 property',
      'shop/shop.go:46:54 property',
    ]);
    expect(await references('Limit')).toEqual(['main.go:7:16 property', 'shop/shop.go:13:7 definition']);
    expect(await references('New')).toEqual(['main.go:6:14 property', 'shop/shop.go:46:6 definition']);
    expect(await info('Shop', 'shop/shop.go')).toEqual({
      signature: 'type Shop[T any] struct',
      documentation: 'Shop sells things.',
    });
    expect(await info('Shop.Sell', 'shop/shop.go')).toEqual({
      signature: 'func (s *Shop[T]) Sell(n int) error',
      documentation: 'Sell sells.',
    });
    expect(await info('Limit', 'shop/shop.go')).toEqual({
      signature: 'const Limit = 3',
      documentation: 'Limit is the most.',
    });
  });
});
