import { expect, test } from 'vitest';
import { readReceiptFile, tidyNumber } from './read-receipt-file.ts';

test.each([
  [' cap-7k3m-92qx-w4td-a8jh ', 'CAP-7K3M-92QX-W4TD-A8JH'],
  ['CAP-7K3M-92QX-W4TD-AOIL', 'CAP-7K3M-92QX-W4TD-A011'],
  ['CAP-7K3M - 92QX-W4TD-A8JH', 'CAP-7K3M-92QX-W4TD-A8JH'],
  [' elsewhere-1 ', 'elsewhere-1'],
])('%j means %s', (typed, meant) => {
  expect(tidyNumber(typed)).toBe(meant);
});

test('a receipt comes as it stands in the file, fields of no receipt too', async () => {
  expect(await readReceiptFile(new Blob(['{"number":"CAP-1","extra":[1]}']))).toEqual({
    number: 'CAP-1',
    extra: [1],
  });
});

test.each([
  ['no JSON', 'does not hold JSON'],
  ['[]', 'no receipt number'],
  ['null', 'no receipt number'],
  ['{"number":7}', 'no receipt number'],
  [' '.repeat(256 * 1024 + 1), 'too large'],
])('what is no receipt is told so (%#)', async (text, words) => {
  await expect(readReceiptFile(new Blob([text]))).rejects.toThrow(words);
});
