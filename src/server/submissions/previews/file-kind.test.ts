import { expect, test } from 'vitest';
import { makeZip } from '#support/make-zip';
import { kindOf } from './file-kind.ts';

const png = Buffer.from('89504e470d0a1a0a', 'hex');
const words = (name: string, head: string | Buffer) => kindOf(name, Buffer.from(head));

test.each([
  ['work.pdf', '%PDF-1.7\n', 'pdf'],
  ['renamed.txt', 'some bytes before it\n%PDF-1.4', 'pdf'],
  ['work.zip', makeZip([{ name: 'a.txt', data: 'a' }]), 'zip'],
  ['empty.zip', makeZip([]), 'zip'],
  ['notes.md', '# Notes', 'text'],
  ['picture.png', 'no picture at all', 'text'],
] as const)('%s is told by its bytes', (name, head, kind) => {
  expect(words(name, head)).toMatchObject({ kind });
});

test.each([
  ['a.svg', png, 'image/png'],
  ['a', Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg'],
  ['a', 'GIF89a', 'image/gif'],
  ['a', 'RIFF0000WEBPVP8 ', 'image/webp'],
  ['a', '\0\0\0 ftypavif', 'image/avif'],
])('%s (%#) is a picture by its bytes', (name, head, type) => {
  expect(words(name, head)).toEqual({ kind: 'picture', type });
});

test.each([
  ['page.html', '<p>Hi', 'HTML'],
  ['page.txt', '<!-- a comment -->\n<!DOCTYPE html><script>alert(1)</script>', 'HTML'],
  ['logo.svg', '<?xml version="1.0"?>', 'SVG'],
  ['logo.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">', 'SVG'],
  ['page.jsx', 'export const a = <p>Hi</p>;', null],
])('%s (%#) holds script, or not', (name, head, markup) => {
  expect(words(name, head)).toMatchObject({ kind: 'text', markup });
});

test.each([
  ['report.docx', makeZip([{ name: '[Content_Types].xml', data: '<Types/>' }]), /^Office files/],
  ['report', makeZip([{ name: 'mimetype', data: 'application/vnd.oasis', method: 0 }]), /^Office files/],
  ['old.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^Office files/],
  ['text.rtf', '{\\rtf1', /^Office files/],
  ['video.avi', 'RIFF\0\0\0\0AVI ', /^Files of this kind/],
  ['nothing.txt', '', /^The file is empty/],
])('%s is no preview, in words', (name, head, why) => {
  expect(words(name, head)).toMatchObject({ kind: 'none', words: expect.stringMatching(why) });
  expect(words(name, head)).toMatchObject({ words: expect.stringContaining('Download it to open it.') });
});

test.each([
  ['recording.mp4', '\0\0\0 ftypisom', 'video/mp4'],
  ['recording.mov', '\0\0\0 ftypqt  ', 'video/mp4'],
  ['a', Buffer.from('1a45dfa3010000004282847765626d', 'hex'), 'video/webm'],
])('%s (%#) is a video by its bytes', (name, head, type) => {
  expect(words(name, head)).toEqual({ kind: 'video', type });
});
