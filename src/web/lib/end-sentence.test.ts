import { expect, test } from 'vitest';
import { endSentence } from './end-sentence.ts';

test.each([
  ['Welcome, Asha', 'Welcome, Asha.'],
  ['Welcome, Devika R.', 'Welcome, Devika R.'],
  ['Your project: Where is my bus?', 'Your project: Where is my bus?'],
  ['Your project: Play!', 'Your project: Play!'],
  ['', '.'],
])('%s', (text, sentence) => expect(endSentence(text)).toBe(sentence));
