import { expect, test } from 'vitest';
import { readReceiptFile, normalizeReceiptNumber } from './check-receipt.ts';

test.each([
  [' cap-7k3m-92qx-w4td-a8jh ', 'CAP-7K3M-92QX-W4TD-A8JH'],
  ['CAP-7K3M-92QX-W4TD-AOIL', 'CAP-7K3M-92QX-W4TD-A011'],
  ['CAP-7K3M - 92QX-W4TD-A8JH', 'CAP-7K3M-92QX-W4TD-A8JH'],
  [' elsewhere-1 ', 'elsewhere-1'],
])('%j is normalised to %s', (typed, expected) => {
  expect(normalizeReceiptNumber(typed)).toBe(expected);
});

test('a receipt file is passed on unchanged, unknown fields too', async () => {
  expect(await readReceiptFile(new Blob(['{"number":"CAP-1","extra":[1]}']))).toEqual({
    number: 'CAP-1',
    extra: [1],
  });
});

test.each([
  ['no JSON', 'Please pick the .json file'],
  ['[]', 'has no number'],
  ['null', 'has no number'],
  ['{"number":7}', 'has no number'],
  [' '.repeat(256 * 1024 + 1), 'too large'],
])('a file that is no receipt is refused (%#)', async (text, message) => {
  await expect(readReceiptFile(new Blob([text]))).rejects.toThrow(message);
});
