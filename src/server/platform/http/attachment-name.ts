import { create } from 'content-disposition';

/**
 * A Content-Disposition that saves a file under its name (RFC 6266): in ASCII, with the letters of accented ones, and
 * beside that whole as UTF-8 (RFC 8187) where it has more than ASCII.
 */
export function asAttachment(name: string): string {
  const fallback = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return create(name.toWellFormed(), { fallback });
}
