import { describe, expect, it } from 'vitest';
import { NULL_PATH, decodeGitPaths, decodePatchPath, stripPathPrefixes } from '../../src/patch.ts';

describe('the prefixes of two paths', () => {
  it.each([
    ['a/x', 'b/y', 'x', 'y'],
    ['b/x', 'a/y', 'x', 'y'],
    ['c/x', 'i/y', 'x', 'y'],
    ['i/x', 'w/y', 'x', 'y'],
    ['c/x', 'w/y', 'x', 'y'],
    ['o/x', 'w/y', 'x', 'y'],
    ['a/x', NULL_PATH, 'x', NULL_PATH],
    [NULL_PATH, 'b/y', NULL_PATH, 'y'],
  ])('of %s and %s are removed', (from, to, bareFrom, bareTo) => {
    expect(stripPathPrefixes(from, to)).toEqual([bareFrom, bareTo]);
  });

  it.each([
    ['a/x', 'a/y'],
    ['a/x', 'y'],
    ['x', 'b/y'],
    ['w/x', 'i/y'],
    ['b/x', NULL_PATH],
    [NULL_PATH, 'a/y'],
    [NULL_PATH, NULL_PATH],
    ['ab/x', 'bb/y'],
  ])('of %s and %s are part of their names', (from, to) => {
    expect(stripPathPrefixes(from, to)).toEqual([from, to]);
  });
});

describe('the paths of a git header', () => {
  it.each([
    ['a/x b/x', ['a/x', 'b/x']],
    ['a/x b/y', ['a/x', 'b/y']],
    ['a/two words b/two words', ['a/two words', 'b/two words']],
    ['a/two words b/other', undefined],
    ['"a/x\\ty" b/z', ['a/x\ty', 'b/z']],
    ['"a/x" "b/y z"', ['a/x', 'b/y z']],
    ['a/x y "b/z"', ['a/x y', 'b/z']],
    ['"a/x', undefined],
    ['a/x', undefined],
  ])('%j are %j', (written, paths) => {
    expect(decodeGitPaths(written)).toEqual(paths);
  });
});

describe('a path of a patch', () => {
  it.each([
    ['a/x\t2026-01-01 10:00', 'a/x'],
    ['a/x y  ', 'a/x y'],
    ['"a/x\\"y"\t2026', 'a/x"y'],
    ['"a/x\\\\" rest', 'a/x\\'],
    ['"a/never closed', 'a/never closed'],
  ])('%j is %j', (written, path) => {
    expect(decodePatchPath(written)).toBe(path);
  });
});
