/**
 * Whether the index of a repository has submodule entries, which git enters to look for changes. Throws when the index
 * cannot be parsed to its end.
 */
export function hasNestedRepositories(index: Buffer): boolean {
  if (index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC') throw new Error('it is no index');
  const version = index.readUInt32BE(4);
  const count = index.readUInt32BE(8);
  if (version < 2 || version > 4) throw new Error(`version ${version} of the index is not known`);
  let at = 12;
  for (let entry = 0; entry < count; entry++) {
    const kind = index.readUInt32BE(at + 24) >>> 12;
    if (kind === GITLINK) return true;
    at = nextEntry(index, at, version);
  }
  // A split index: most entries are in another file.
  return index.toString('latin1', at, at + 4) === 'link';
}

function nextEntry(index: Buffer, at: number, version: number): number {
  const isExtended = (index.readUInt16BE(at + OBJECT_END) & EXTENDED) !== 0;
  const header = OBJECT_END + (isExtended ? 4 : 2);
  let name = at + header;
  if (version === 4) {
    // The length of the prefix shared with the previous name, in several bytes.
    while ((index.readUInt8(name) & 0x80) !== 0) name++;
    name++;
  }
  const end = index.indexOf(0, name);
  if (end < 0) throw new Error('the index ends within a name');
  return version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
}

const GITLINK = 0b1110;
/** Ten numbers of four bytes and a hash of twenty bytes. */
const OBJECT_END = 60;
const EXTENDED = 0x4000;
