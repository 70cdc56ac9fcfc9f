/** The legacy charsets that are recognised besides Windows-1252, by their names in the Encoding Standard. */
export const LEGACY_CHARSETS = [
  'shift_jis',
  'euc-jp',
  'gbk',
  'gb18030',
  'big5',
  'euc-kr',
  'koi8-r',
  'koi8-u',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
] as const;

export type LegacyCharset = (typeof LEGACY_CHARSETS)[number];
