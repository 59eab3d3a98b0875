import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Row, Small } from '../../../ui/layout.tsx';
import styles from '../post.module.css';

/** How long the button is shown; the server allows an undo for a minute. */
const undoSeconds = 10;

export function UndoNote({
  text,
  takesFocus = false,
  onUndo,
  onEnd,
}: {
  text: string;
  /** Whether the focused element was removed. */
  takesFocus?: boolean;
  onUndo: () => unknown;
  /** Removes the note; `hadFocus` if it contains the focus. */
  onEnd: (hadFocus: boolean) => void;
}) {
  const [left, setLeft] = useState(undoSeconds);
  const note = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const end = useEffectEvent(() => onEnd(note.current?.contains(document.activeElement) ?? false));
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left <= 0) end();
  }, [left]);
  return (
    <Row ref={note} gap={2}>
      <Small>{text}</Small>
      <Button
        ref={button}
        variant="quiet"
        small
        onClick={() => {
          onUndo();
          onEnd(true);
        }}
      >
        Undo
        <span aria-hidden="true" className={styles['seconds']}>
          {`(${Math.max(left, 0)} s)`}
        </span>
      </Button>
    </Row>
  );
}
