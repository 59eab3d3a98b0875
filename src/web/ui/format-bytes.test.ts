import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [12_288, '12 KB'],
  [1_048_575, '1.0 MB'],
  [3_565_158, '3.4 MB'],
  [67_108_864, '64 MB'],
  [10 * 1024 ** 3, '10 GB'],
])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
