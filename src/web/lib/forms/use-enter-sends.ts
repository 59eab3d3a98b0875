import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type RefObject } from 'react';

export type KeyPress = Pick<
  globalThis.KeyboardEvent,
  'key' | 'code' | 'keyCode' | 'shiftKey' | 'isComposing'
>;

/**
 * What a key means where Enter sends:
 * - `send`: Enter outside an input method
 * - `line`: Shift+Enter
 * - `composition`: a key used by a desktop input method, such as Enter choosing a suggestion
 * - `screen`: an on-screen key; only a following line break shows that it was Enter
 * - `other`: anything else
 */
export type KeyMeaning = 'send' | 'line' | 'composition' | 'screen' | 'other';

/** `keyCode` of a key used by an input method. */
const taken = 229;

/**
 * `isComposing` is not enough: phone keyboards compose every word, and Safari ends composition before the key
 * event. Desktop input methods set `code`; on-screen keys have none.
 */
export function meaningOf({ key, code, keyCode, shiftKey, isComposing }: KeyPress): KeyMeaning {
  const isOnScreen = code === '' || code === 'Unidentified';
  if (keyCode === taken) return isOnScreen ? 'screen' : 'composition';
  if (key !== 'Enter') return 'other';
  if (shiftKey) return 'line';
  return isComposing && !isOnScreen ? 'composition' : 'send';
}

/**
 * Whether a coming line break (`beforeinput`) is Enter on an on-screen keyboard.
 * @param pressed the key that is down; null for none
 */
export function isEnterOfScreen(inputType: string, pressed: KeyMeaning | null): boolean {
  const isBreak = inputType === 'insertLineBreak' || inputType === 'insertParagraph';
  return isBreak && (pressed === null || pressed === 'screen');
}

/** Shift+Enter starts a line; input methods keep their keys. @returns props for the text area */
export function useEnterSends(field: RefObject<HTMLTextAreaElement | null>, send: () => void) {
  const pressed = useRef<KeyMeaning | null>(null);
  const sendNow = useEffectEvent(send);
  useEffect(() => {
    const area = field.current;
    // React's onBeforeInput lacks the input type.
    const onBeforeInput = (event: InputEvent) => {
      if (!isEnterOfScreen(event.inputType, pressed.current)) return;
      event.preventDefault();
      sendNow();
    };
    area?.addEventListener('beforeinput', onBeforeInput);
    return () => area?.removeEventListener('beforeinput', onBeforeInput);
  }, [field]);
  return {
    onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => {
      pressed.current = meaningOf(event.nativeEvent);
      if (pressed.current !== 'send') return;
      event.preventDefault();
      send();
    },
    onKeyUp: () => {
      pressed.current = null;
    },
  };
}
