/** Both ends inclusive. */
type ByteRange = { start: number; end: number };

/**
 * Parses a Range header of one part (RFC 9110, section 14). Malformed and multipart ranges give the whole
 * file. (`range-parser` refuses a suffix longer than the file, against the standard.)
 * @param size of the file, in bytes
 * @returns the part, null for the whole file, or 'unsatisfiable'
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
