import { expect, test } from 'vitest';
import { shownSize } from './check.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 KB'],
  [49_400, '49 KB'],
  [100_000, '0.1 MB'],
  [3_240_000, '3.2 MB'],
  [1_500_000_000, '1.5 GB'],
])('%i bytes are %s', (bytes, shown) => expect(shownSize(bytes)).toBe(shown));
