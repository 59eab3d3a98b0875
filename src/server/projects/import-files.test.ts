import { expect, test } from 'vitest';
import { faultOfFile } from './import-files.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const webp = Buffer.from('524946460c000000574542505650384c00000000', 'hex');
const fault = (name: string, body: Buffer | string) =>
  faultOfFile({ file: name, folder: 'images', name, body: Buffer.from(body) });

test.each([
  ['plan.png', png],
  ['plan.PNG', png],
  ['plan.jpg', jpeg],
  ['plan.webp', webp],
  ['plan.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
])('%s is a picture', (name, body) => expect(fault(name, body)).toBeNull());

test.each([
  ['broken.png', 'random bytes that are no picture'],
  ['cut.png', png.subarray(0, 40)],
  ['named.jpg', png],
  ['cut.jpeg', jpeg.subarray(0, 12)],
  ['cut.webp', webp.subarray(0, 12)],
  ['some.avif', png],
  ['page.svg', '<html><body></body></html>'],
])('%s cannot be shown, and is refused', (name, body) =>
  expect(fault(name, body)).toContain('the picture cannot be shown'),
);
