import { useEffect, useRef, type ComponentProps } from 'react';
import { errorMessage } from '../lib/calls/client.ts';
import { focusInPlace } from '../lib/focus.ts';
import { useMutation } from '../lib/forms/use-mutation.ts';
import { Button } from './button.tsx';
import { MessageRoom } from './message-room.tsx';
import { Notice } from './notice.tsx';

const Failed = ({ of }: { of: unknown }) => <Notice tone="error">{errorMessage(of)}</Notice>;

const rows = () => [...document.querySelectorAll<HTMLElement>('article, li, tr')];

/** Shows more of a list, and moves the focus to the first new row. */
export function MoreButton({
  isMore,
  onShow,
  mutation,
  Failure = Failed,
  ...button
}: Pick<ComponentProps<typeof Button>, 'variant' | 'small' | 'children'> & {
  isMore: boolean;
  /** @throws CallError */
  onShow: () => void | Promise<unknown>;
  /** If also run elsewhere. */
  mutation?: ReturnType<typeof useMutation>;
  Failure?: typeof Failed;
}) {
  const own = useMutation();
  const { isBusy, error, run } = mutation ?? own;
  const element = useRef<HTMLDivElement>(null);
  const known = useRef<ReadonlySet<HTMLElement> | null>(null);
  // Rows may be rendered later than the data.
  useEffect(() => {
    const first = rows().find((row) => known.current?.has(row) === false);
    if (isBusy || first === undefined) return;
    known.current = null;
    const { activeElement, body } = document;
    if (activeElement !== body && element.current?.contains(activeElement) !== true) return;
    first.tabIndex = -1;
    focusInPlace(first);
  });
  const show = async () => {
    known.current = new Set(rows());
    if (!(await run(async () => void (await onShow())))) known.current = null;
  };
  return (
    <>
      <MessageRoom>{error !== null && <Failure of={error} />}</MessageRoom>
      {isMore && (
        <div ref={element}>
          <Button variant="secondary" {...button} busy={isBusy} onClick={() => void show()} />
        </div>
      )}
    </>
  );
}
