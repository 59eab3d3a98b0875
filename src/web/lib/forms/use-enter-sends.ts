import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { isEnterOfScreen, meaningOf, type KeyMeaning } from './enter-key.ts';

/** Shift+Enter starts a line; input methods keep their keys. @returns props for the text area */
export function useEnterSends(field: RefObject<HTMLTextAreaElement | null>, send: () => void) {
  const pressed = useRef<KeyMeaning | null>(null);
  const sendNow = useRef(send);
  useLayoutEffect(() => {
    sendNow.current = send;
  });
  useEffect(() => {
    const area = field.current;
    // React's onBeforeInput lacks the input type.
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
