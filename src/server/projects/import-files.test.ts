import { expect, test } from 'vitest';
import { picture } from '#support/attachments';
import { faultOfFile } from './import-files.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const [jpeg, webp] = [picture('jpeg'), picture('webp')];
const avif = Buffer.from(
  '0000001c667479706176696600000000617669666d6966316d6961660000000c6d657461000000000000000c6d64617401020304',
  'hex',
);
/** A picture of which one byte has changed, as by a disk. */
const changed = (bytes: Buffer, at: number) =>
  Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)));
const fault = (name: string, body: Buffer | string) =>
  faultOfFile({ file: name, folder: 'images', name, body: Buffer.from(body) });

test.each([
  ['plan.png', png],
  ['plan.PNG', png],
  ['plan.jpg', jpeg],
  ['plan.webp', webp],
  ['plan.avif', avif],
  ['drawn.svg', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>\n'],
  ['plan.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
])('%s is a picture', (name, body) => expect(fault(name, body)).toBeNull());

test.each([
  ['broken.png', 'random bytes that are no picture'],
  ['cut.png', png.subarray(0, 40)],
  ['named.jpg', png],
  ['cut.jpeg', jpeg.subarray(0, 12)],
  ['cut.webp', webp.subarray(0, 12)],
  ['some.avif', png],
  ['cut.avif', avif.subarray(0, -2)],
  ['boxes.avif', Buffer.concat([avif, Buffer.from('0000000866726565'.repeat(1_000), 'hex')])],
  ['noise.png', Buffer.concat([png.subarray(0, 33), Buffer.alloc(200, 7), png.subarray(-12)])],
  ['changed.png', changed(png, 45)],
  ['empty.png', Buffer.concat([png.subarray(0, 33), png.subarray(-12)])],
  ['noise.jpg', Buffer.concat([jpeg.subarray(0, 4), Buffer.alloc(500, 7), jpeg.subarray(-2)])],
  ['head.jpg', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')],
  ['noise.webp', Buffer.concat([webp.subarray(0, 12), Buffer.alloc(webp.length - 12, 7)])],
  ['cut.svg', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0'],
  ['page.svg', '<html><body></body></html>'],
])('%s cannot be shown, and is refused', (name, body) =>
  expect(fault(name, body)).toContain('the picture cannot be shown'),
);
