/** A keydown, as much of it as tells what Enter means. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'keyCode' | 'shiftKey' | 'isComposing'>;

/**
 * What a key means where Enter sends:
 *
 * - `send`: Enter, that no input method has taken
 * - `line`: Enter with Shift
 * - `composition`: a key that a desktop's input method has taken, such as the Enter that chooses its suggestion
 * - `screen`: a key of a keyboard on the screen, which does not say what it is: only a line break that follows tells that it was Enter
 * - `other`: anything else
 */
export type KeyMeaning = 'send' | 'line' | 'composition' | 'screen' | 'other';

/** The number of a key that an input method has taken. */
const taken = 229;

/**
 * `isComposing` alone does not tell: a phone's keyboard composes every word, and its Enter comes while it does; and Safari ends the
 * composition before it tells of the key that ended it. An input method of a desktop takes its keys, which keep the place on the
 * keyboard that they were pressed at (`code`); keys of a screen have none.
 */
export function meaningOf({ key, code, keyCode, shiftKey, isComposing }: KeyPress): KeyMeaning {
  const isOnScreen = code === '' || code === 'Unidentified';
  if (keyCode === taken) return isOnScreen ? 'screen' : 'composition';
  if (key !== 'Enter') return 'other';
  if (shiftKey) return 'line';
  return isComposing && !isOnScreen ? 'composition' : 'send';
}

/**
 * Whether a line break that is about to be written (`beforeinput`) is the Enter of a keyboard on the screen.
 * @param pressed what the key means that is down; null for none
 */
export function isEnterOfScreen(inputType: string, pressed: KeyMeaning | null): boolean {
  const isBreak = inputType === 'insertLineBreak' || inputType === 'insertParagraph';
  return isBreak && (pressed === null || pressed === 'screen');
}
