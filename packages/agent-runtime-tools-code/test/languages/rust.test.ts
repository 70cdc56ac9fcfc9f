import { describe, expect, it } from 'vitest';
import { readProject } from './language-fixture.ts';

const FILES = {
  'src/lib.rs': `//! A shop.
use std::{collections::HashMap, io::{self, Read as R}, fmt::*};
use crate::base::Base;
use serde;
mod base;

/// The most.
pub const LIMIT: u8 = 3;
static mut STATE: u8 = 1;
type Id = u64;

/// A shop.
#[derive(Debug)]
#[allow(dead_code)]
pub struct Shop<T> {
    pub name: String,
    size: T,
}

pub enum Kind { A, B(u8), C { x: u8 } }

pub trait Seller {
    const N: u8;
    fn sell(&self, n: u8) -> bool;
}

impl<T> Seller for Shop<T> {
    const N: u8 = LIMIT;
    fn sell(&self, n: u8) -> bool {
        let total = n;
        total > 0 && self.name.is_empty()
    }
}

impl<T> Shop<T> {
    pub fn new(name: String, size: T) -> Self { Shop { name, size } }
    fn hidden(&self) {}
}

macro_rules! shout { ($x:expr) => { println!("{}", $x) }; }

pub mod inner {
    pub fn deep() {}
}
`,
  'src/base.rs': `pub struct Base;
pub fn run(kind: crate::Kind) -> bool {
    let shop = crate::Shop::new("sell".into(), 1);
    match kind { crate::Kind::A => shop.sell(crate::LIMIT), _ => false } // sell
}
`,
};

describe('a project in Rust', () => {
  it('has the expected definitions, imports and references', { timeout: 60_000 }, async () => {
    const { symbols, imports, references, info } = await readProject(FILES);
    expect(symbols).toEqual([
      'src/base.rs:1-1 struct Base',
      'src/base.rs:2-5 function run',
      'src/lib.rs:8-8 constant LIMIT',
      'src/lib.rs:9-9 variable STATE private',
      'src/lib.rs:10-10 type Id private',
      'src/lib.rs:15-18 struct Shop',
      'src/lib.rs:16-16 property Shop.name',
      'src/lib.rs:17-17 property Shop.size private',
      'src/lib.rs:20-20 enum Kind',
      'src/lib.rs:20-20 enum_member Kind.A',
      'src/lib.rs:20-20 enum_member Kind.B',
      'src/lib.rs:20-20 enum_member Kind.C',
      'src/lib.rs:22-25 trait Seller',
      'src/lib.rs:23-23 constant Seller.N',
      'src/lib.rs:24-24 method Seller.sell',
      'src/lib.rs:28-28 constant Shop.N',
      'src/lib.rs:29-32 method Shop.sell',
      'src/lib.rs:36-36 method Shop.new',
      'src/lib.rs:37-37 method Shop.hidden private',
      'src/lib.rs:40-40 macro shout',
      'src/lib.rs:42-44 module inner',
      'src/lib.rs:43-43 function inner.deep',
    ]);
    expect(imports).toEqual([
      'src/lib.rs:2 import std::collections: HashMap',
      'src/lib.rs:2 import std: io',
      'src/lib.rs:2 import std::io: Read as R',
      'src/lib.rs:2 import std::fmt: *',
      'src/lib.rs:3 import crate::base: Base',
      'src/lib.rs:4 import serde: serde',
      'src/lib.rs:5 import self::base: base',
    ]);
    expect(await references('sell')).toEqual([
      'src/base.rs:4:41 property',
      'src/lib.rs:24:8 definition',
      'src/lib.rs:29:8 definition',
    ]);
    expect(await references('LIMIT')).toEqual([
      'src/base.rs:4:53 use',
      'src/lib.rs:8:11 definition',
      'src/lib.rs:28:19 use',
    ]);
    expect(await references('name')).toEqual([
      'src/lib.rs:16:9 definition',
      'src/lib.rs:31:27 property',
      'src/lib.rs:36:16 definition',
      'src/lib.rs:36:56 property',
    ]);
    expect(await references('Shop')).toEqual([
      'src/base.rs:3:23 use',
      'src/lib.rs:15:12 definition',
      'src/lib.rs:27:20 use',
      'src/lib.rs:35:9 use',
      'src/lib.rs:36:49 use',
    ]);
    expect(await info('Shop', 'src/lib.rs')).toEqual({ signature: 'pub struct Shop<T>', documentation: 'A shop.' });
    expect(await info('Shop.sell', 'src/lib.rs')).toEqual({ signature: 'fn sell(&self, n: u8) -> bool' });
    expect(await info('LIMIT', 'src/lib.rs')).toEqual({
      signature: 'pub const LIMIT: u8 = 3',
      documentation: 'The most.',
    });
  });
});
