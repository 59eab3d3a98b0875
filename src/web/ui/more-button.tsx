import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { MessageRoom } from './message-room.tsx';
import { Notice } from './notice.tsx';

const rows = () => [...document.querySelectorAll<HTMLElement>('article, li, tr')];

/** The focus moves to the first new row. */
export function MoreButton({
  more: { isMore, isBusy, failure, show },
  ...button
}: Pick<ComponentProps<typeof Button>, 'type' | 'variant' | 'small' | 'children'> & {
  /** As `useMore` gives it. */
  more: { isMore: boolean; isBusy: boolean; failure: ReactNode; show: () => Promise<boolean> };
}) {
  const element = useRef<HTMLDivElement>(null);
  const known = useRef<ReadonlySet<HTMLElement> | null>(null);
  // Rows may be rendered later than the data.
  useEffect(() => {
    const before = known.current;
    if (isBusy || before === null) return;
    const first = rows().find((row) => !before.has(row));
    if (first === undefined) return;
    known.current = null;
    const { activeElement, body } = document;
    if (activeElement !== body && element.current?.contains(activeElement) !== true) return;
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  });
  const showMore = async () => {
    known.current = new Set(rows());
    if (!(await show())) known.current = null;
  };
  return (
    <>
      <MessageRoom>{failure !== null && <Notice tone="error">{failure}</Notice>}</MessageRoom>
      {isMore && (
        <div ref={element}>
          <Button variant="secondary" {...button} busy={isBusy} onClick={() => void showMore()} />
        </div>
      )}
    </>
  );
}
