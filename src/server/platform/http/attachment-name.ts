import { create } from 'content-disposition';

/** RFC 6266: in ASCII without accents and, for other letters, also as UTF-8 (RFC 8187). */
export function asAttachment(name: string): string {
  const fallback = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return create(name.toWellFormed(), { fallback });
}
