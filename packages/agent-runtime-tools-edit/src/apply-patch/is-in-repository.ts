/** Whether a path has a part that some file system would take for `.git`. */
export function isInRepository(path: string): boolean {
  return path.split(/[/\\]/).some((name) => {
    const [plain = ''] = name.normalize('NFKC').replaceAll(IGNORABLE, '').toLowerCase().split(':', 1);
    return /^(?:\.git|git~\d+)[. ]*$/.test(plain);
  });
}

const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;
