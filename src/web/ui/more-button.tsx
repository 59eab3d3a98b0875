import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { MessageRoom } from './message-room.tsx';
import { Notice } from './notice.tsx';

const rows = () => [...document.querySelectorAll<HTMLElement>('article, li, tr')];

/** The focus moves to the first new row. */
export function MoreButton({
  isMore,
  mutation: { isBusy, error, run },
  onShow,
  describe,
  ...button
}: Pick<ComponentProps<typeof Button>, 'type' | 'variant' | 'small' | 'children'> & {
  isMore: boolean;
  mutation: { isBusy: boolean; error: unknown; run: (show: () => Promise<void>) => Promise<boolean> };
  onShow: () => void | Promise<void>;
  describe: (error: unknown) => ReactNode;
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
  const show = async () => {
    known.current = new Set(rows());
    if (!(await run(async () => onShow()))) known.current = null;
  };
  return (
    <>
      <MessageRoom>{error !== null && <Notice tone="error">{describe(error)}</Notice>}</MessageRoom>
      {isMore && (
        <div ref={element}>
          <Button variant="secondary" {...button} busy={isBusy} onClick={() => void show()} />
        </div>
      )}
    </>
  );
}
