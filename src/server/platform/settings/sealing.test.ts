import { expect, test } from 'vitest';
import { CannotOpen, makeSealing } from './sealing.ts';

const [one, two] = ['1'.repeat(32), '2'.repeat(32)];

test('what is sealed opens with the key, for the same purpose only, and reads like nothing', () => {
  const sealing = makeSealing([one]);
  const sealed = sealing.seal('a secret: രഹസ്യം', 'mail:1');
  expect(sealed).toMatch(/^[\w-]{12}\.[\w-]{16}\.[\w-]+$/);
  expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('utf8')).not.toContain('secret');
  expect(makeSealing([one]).open(sealed, 'mail:1')).toBe('a secret: രഹസ്യം');
  expect(() => sealing.open(sealed, 'mail:2')).toThrow(CannotOpen);
  expect(sealing.seal('a secret', 'mail:1')).not.toBe(sealing.seal('a secret', 'mail:1'));
});

test('another key opens nothing; one that was first before still opens', () => {
  const sealed = makeSealing([one]).seal('a secret', 'x');
  expect(() => makeSealing([two]).open(sealed, 'x')).toThrow('another key');
  const both = makeSealing([two, one]);
  expect(both.open(sealed, 'x')).toBe('a secret');
  expect([both.isCurrent(sealed), both.isCurrent(both.seal('a secret', 'x'))]).toEqual([false, true]);
});

test('a bit that changed is noticed, wherever it is', () => {
  const sealing = makeSealing([one]);
  const [id, iv, text = ''] = sealing.seal('a secret', 'x').split('.');
  const bytes = Buffer.from(text, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    expect(() => sealing.open([id, iv, changed.toString('base64url')].join('.'), 'x')).toThrow(CannotOpen);
  }
  for (const broken of ['', 'x', `${id}`, `${id}.${iv}`, `${id}.${iv}.AA`]) {
    expect(() => sealing.open(broken, 'x')).toThrow(CannotOpen);
  }
});
