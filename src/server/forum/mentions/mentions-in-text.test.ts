import { expect, test } from 'vitest';
import { nameKey } from '#contract/fold-text';
import { candidateNames, mentionsIn } from './mentions-in-text.ts';

const names = new Set(
  ['Anu', 'Anu Thomas', 'Rahul K.', 'കാവ്യ നായർ', 'D’Souza', 'Asha Rao-Nair', 'Élodie'].map(nameKey),
);

test.each([
  ['@Anu Thomas said so', ['@Anu Thomas']],
  ['so said @anu thomas, and not @Anu.', ['@anu thomas', '@Anu']],
  ['@Anu Thomasson is somebody else', ['@Anu']],
  ['Thanks (@Rahul K.)', ['@Rahul K.']],
  ['@Rahul K. knows', ['@Rahul K.']],
  ['ask @കാവ്യ നായർ!', ['@കാവ്യ നായർ']],
  ['@Anu’s way, and @D’Souza’s', ['@Anu', '@D’Souza']],
  ['@Asha Rao-Nair: see', ['@Asha Rao-Nair']],
  ['@ÉLODIE or @e\u0301lodie', ['@ÉLODIE', '@e\u0301lodie']],
  ['@കാവ്യ നായര്\u200d', ['@കാവ്യ നായര്\u200d']],
  ["@D'Souza", ["@D'Souza"]],
  ['@Anu @Anu', ['@Anu']],
  ['@Anu\nThomas', ['@Anu']],
  ['@Anu - see, and | @Anu Thomas |', ['@Anu', '@Anu Thomas']],
])('%s', (text, mentioned) => {
  expect(mentionsIn(text, names)).toEqual(mentioned);
});

test.each(['mail anu@anu.test', 'x@anu', '@@anu', '@ Anu', '@app.route("/")', '@Anuradha', '', '@'])(
  '%s mentions nobody',
  (text) => {
    expect(mentionsIn(text, names)).toEqual([]);
  },
);

test('a text of signs alone is looked at in a few places', () => {
  expect(candidateNames('@a b c d e f g h '.repeat(500)).length).toBeLessThan(10);
  expect(candidateNames(Array.from({ length: 500 }, (_, n) => `@name${n}`).join(' ')).length).toBeLessThan(
    200,
  );
});
