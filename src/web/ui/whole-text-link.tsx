import { useEffect, useRef } from 'react';
import { ButtonLink } from './button.tsx';
import { MessageRoom } from './message-room.tsx';
import { Notice } from './notice.tsx';
import styles from './text.module.css';

/** Loads the whole of a cut text; without script it is a link to it. */
export function WholeTextLink({
  isWhole,
  href,
  isBusy,
  failure,
  show,
}: {
  isWhole: boolean;
  href: string;
  isBusy: boolean;
  failure: string | null;
  show: () => Promise<unknown>;
}) {
  const said = useRef<HTMLParagraphElement>(null);
  const wasPressed = useRef(false);
  // The focus goes to what replaces the link.
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
      <MessageRoom>{failure !== null && <Notice tone="error">{failure}</Notice>}</MessageRoom>
      <div className={styles['link']}>
        <ButtonLink
          to={href}
          reloadDocument
          variant="secondary"
          small
          aria-disabled={isBusy || undefined}
          onClick={(event) => {
            // Modifiers open a new tab.
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
