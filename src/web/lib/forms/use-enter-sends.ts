import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { isEnterOfScreen, meaningOf, type KeyMeaning } from './enter-key.ts';

/**
 * Enter sends what stands in a text area, Shift+Enter starts a new line, and what an input method needs of the keys it keeps.
 * @returns what the text area is to be given
 */
export function useEnterSends(field: RefObject<HTMLTextAreaElement | null>, send: () => void) {
  const pressed = useRef<KeyMeaning | null>(null);
  const sendNow = useRef(send);
  useLayoutEffect(() => {
    sendNow.current = send;
  });
  useEffect(() => {
    const area = field.current;
    // React's own onBeforeInput is another event, which does not say what is about to be written.
    const onBeforeInput = (event: InputEvent) => {
      if (!isEnterOfScreen(event.inputType, pressed.current)) return;
      event.preventDefault();
      sendNow.current();
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
