import { useEffect, useRef } from 'react';
import { ButtonLink } from './button.tsx';
import { MessageRoom } from './message-room.tsx';
import { Notice } from './notice.tsx';
import styles from './whole-text-link.module.css';

/** Beside a text that was cut: brings the whole of it. Without script it leads to where that is. */
export function WholeTextLink({
  isWhole,
  href,
  isBusy,
  error,
  show,
}: {
  /** Whether the text is shown whole by now. */
  isWhole: boolean;
  href: string;
  isBusy: boolean;
  error: string | null;
  show: () => Promise<unknown>;
}) {
  const said = useRef<HTMLParagraphElement>(null);
  const wasPressed = useRef(false);
  // The link is gone; the focus goes to what stands in its place.
  useEffect(() => {
    if (isWhole && wasPressed.current) said.current?.focus();
  }, [isWhole]);
  if (isWhole) {
    return (
      <p ref={said} tabIndex={-1} className={styles['said']}>
        This is the whole text.
      </p>
    );
  }
  return (
    <div className={styles['part']}>
      <p className={styles['said']}>Only its beginning is shown here.</p>
      <MessageRoom>{error !== null && <Notice tone="error">{error}</Notice>}</MessageRoom>
      <div className={styles['link']}>
        <ButtonLink
          to={href}
          reloadDocument
          variant="secondary"
          small
          aria-disabled={isBusy || undefined}
          onClick={(event) => {
            // A new tab that somebody wants is theirs.
            if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
              return;
            event.preventDefault();
            wasPressed.current = true;
            void show();
          }}
        >
          Show the whole text
        </ButtonLink>
      </div>
    </div>
  );
}
