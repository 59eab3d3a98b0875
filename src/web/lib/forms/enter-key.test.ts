import { expect, it } from 'vitest';
import { isEnterOfScreen, meaningOf, type KeyMeaning, type KeyPress } from './use-enter-sends.ts';

type Happening = Partial<KeyPress> | { inputType: string } | 'keyup';

/** What becomes of a sequence of events in a text area: how often it sends, and how many lines it breaks. */
function play(events: Happening[]): { sent: number; lines: number } {
  let pressed: KeyMeaning | null = null;
  let sent = 0;
  let lines = 0;
  let isPrevented = false;
  for (const event of events) {
    if (event === 'keyup') pressed = null;
    else if ('inputType' in event) {
      // A key whose default is prevented writes nothing.
      if (isPrevented) continue;
      if (isEnterOfScreen(event.inputType, pressed)) sent += 1;
      else if (event.inputType === 'insertLineBreak') lines += 1;
    } else {
      pressed = meaningOf({ key: '', code: '', keyCode: 0, shiftKey: false, isComposing: false, ...event });
      isPrevented = pressed === 'send';
      if (isPrevented) sent += 1;
    }
  }
  return { sent, lines };
}

const enter = { key: 'Enter', code: 'Enter', keyCode: 13 };
const lineBreak = { inputType: 'insertLineBreak' };
const composed = { inputType: 'insertCompositionText' };
const screenKey = { key: 'Unidentified', code: '', keyCode: 229, isComposing: true };

const sequences: [what: string, events: Happening[], result: { sent: number; lines: number }][] = [
  ['Enter', [enter, lineBreak, 'keyup'], { sent: 1, lines: 0 }],
  [
    'Enter of the number block',
    [{ ...enter, code: 'NumpadEnter' }, lineBreak, 'keyup'],
    { sent: 1, lines: 0 },
  ],
  ['Shift and Enter', [{ ...enter, shiftKey: true }, lineBreak, 'keyup'], { sent: 0, lines: 1 }],
  [
    'a letter',
    [{ key: 'a', code: 'KeyA', keyCode: 65 }, { inputType: 'insertText' }, 'keyup'],
    { sent: 0, lines: 0 },
  ],
  [
    'Enter that chooses a suggestion, Chrome on Windows and Linux',
    [
      { key: 'Process', code: 'KeyN', keyCode: 229 },
      composed,
      'keyup',
      { ...enter, key: 'Process', keyCode: 229, isComposing: true },
      composed,
      'keyup',
    ],
    { sent: 0, lines: 0 },
  ],
  [
    'the same in Chrome on macOS, where the key has its name',
    [{ ...enter, keyCode: 229, isComposing: true }, composed, 'keyup'],
    { sent: 0, lines: 0 },
  ],
  [
    'the same in Safari, which ends the composition before the key',
    [composed, { ...enter, keyCode: 229, isComposing: false }, 'keyup'],
    { sent: 0, lines: 0 },
  ],
  [
    'an input method that leaves the number of the key',
    [{ ...enter, isComposing: true }, composed, 'keyup'],
    { sent: 0, lines: 0 },
  ],
  [
    'and the Enter after it',
    [{ ...enter, keyCode: 229, isComposing: true }, composed, 'keyup', enter, lineBreak, 'keyup'],
    { sent: 1, lines: 0 },
  ],
  [
    'a line break that an input method writes itself stays one',
    [{ ...enter, keyCode: 229, isComposing: true }, lineBreak, 'keyup'],
    { sent: 0, lines: 1 },
  ],
  [
    'Android: words, and Enter named, within the composition',
    [
      screenKey,
      composed,
      'keyup',
      { key: 'Enter', code: '', keyCode: 13, isComposing: true },
      lineBreak,
      'keyup',
    ],
    { sent: 1, lines: 0 },
  ],
  [
    'Android: Enter as any other key, told only by the line break',
    [screenKey, composed, 'keyup', screenKey, lineBreak, 'keyup'],
    { sent: 1, lines: 0 },
  ],
  [
    'Android: Enter that is named and taken, told once',
    [{ ...screenKey, key: 'Enter' }, lineBreak, 'keyup'],
    { sent: 1, lines: 0 },
  ],
  ['Android: a line break without a key', [{ inputType: 'insertParagraph' }], { sent: 1, lines: 0 }],
  [
    'Android: a word, and another',
    [screenKey, composed, 'keyup', screenKey, { inputType: 'insertText' }, 'keyup'],
    { sent: 0, lines: 0 },
  ],
  ['a text with lines that is pasted', [{ inputType: 'insertFromPaste' }], { sent: 0, lines: 0 }],
];

it.each(sequences)('%s', (_, events, result) => expect(play(events)).toEqual(result));
