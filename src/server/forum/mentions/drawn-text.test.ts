import { expect, test } from 'vitest';
import { mentionsIn, drawnText } from './mentions-in-text.ts';

const names = new Set(['anu', 'anu thomas', 'override', 'r&d']);
const mentioned = (text: string, format: 'markdown' | null = 'markdown') =>
  mentionsIn(drawnText({ text, format }), names);

test.each([
  ['```java\n@Override\nvoid run() {}\n```', []],
  ['~~~\n@Override\n~~~\nAsk @Anu', ['@Anu']],
  ['Use `@Override`, @Anu', ['@Anu']],
  ['- one\n\n  ```\n  @Override\n  ```', []],
  ['see https://blog.test/@Anu and [this](https://blog.test/@Anu)', []],
  ['**@Anu Thomas**', ['@Anu Thomas']],
  ['**@Anu** Thomas', ['@Anu']],
  ['[ask @Anu](https://a.test)', ['@Anu']],
  ['*why* @R&D', ['@R&D']],
  ['1. @Anu\n2. `x`', ['@Anu']],
  ['@Anu, nothing else', ['@Anu']],
])('a Markdown is read as it is drawn: %j', (text, found) => expect(mentioned(text)).toEqual(found));

test('a plain text is drawn as it was typed, but for its addresses', () => {
  expect(mentioned('`@Override` https://blog.test/@Anu', null)).toEqual(['@Override']);
});
