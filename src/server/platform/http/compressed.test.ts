import { expect, it } from 'vitest';
import { chooseEncoding, compressText } from './compressed.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.0', 'identity'],
  ['br;q=0.1', 'br'],
  ['gzip;q=0', 'identity'],
  ['gzip, br;q=0.5', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['*', 'br'],
  ['deflate, zstd', 'identity'],
])('%s asks for %s', (header, encoding) => expect(chooseEncoding(header)).toBe(encoding));

it('other work goes on while a page is compressed', async () => {
  let turns = 0;
  const turn = setImmediate(() => turns++);
  const { br, gzip, identity } = await compressText('A page of the portal. '.repeat(5_000));
  clearImmediate(turn);
  expect(turns).toBe(1);
  expect(Math.max(br.bytes.length, gzip.bytes.length)).toBeLessThan(identity.bytes.length);
});
