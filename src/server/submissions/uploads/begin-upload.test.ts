import { expect, test } from 'vitest';
import { readLength, readMetadata } from './begin-upload.ts';

const of = (text: string): string => Buffer.from(text).toString('base64');

test('task and file name, among whatever else is said', () => {
  expect(readMetadata(`filetype ${of('a/b')},filename ${of('വര.pdf')},task ${of('final')},empty`)).toEqual({
    task: 'final',
    name: 'വര.pdf',
  });
  expect(readMetadata(`task ${of('viva')}`)).toEqual({ task: 'viva', name: 'file' });
});

test('what cannot be read is named', () => {
  expect(() => readMetadata(undefined)).toThrow('task in Upload-Metadata must be one of week-1');
  expect(() => readMetadata(`task ${of('week-9')}`)).toThrow('task in Upload-Metadata must be one of');
  expect(() => readMetadata('task *')).toThrow('task in Upload-Metadata must be Base64.');
  expect(() => readMetadata('task a b')).toThrow('must be pairs');
  expect(() => readMetadata(`task ${of('viva')},task ${of('viva')}`)).toThrow('task was given twice');
});

test('a length is a number of bytes', () => {
  expect(readLength('64')).toBe(64);
  for (const wrong of [undefined, '', ' 5', '-5', '5.0', '0x5', '9'.repeat(16)])
    expect(() => readLength(wrong)).toThrow('Upload-Length must be');
  expect(() => readLength('0')).toThrow('The file is empty');
});
