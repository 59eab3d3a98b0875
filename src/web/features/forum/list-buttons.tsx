import { useEffect, useEffectEvent, useRef } from 'react';
import { forumAddress } from '#contract/forum/question-view';
import { errorMessage } from '../../lib/calls/client.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { DiscussionError } from './discussion-error.tsx';
import styles from './list.module.css';

/** @param isAutomatic presses itself once the reader is near */
export function OlderQuestions({
  batch,
  oldest,
  isAutomatic,
  onShow,
}: {
  batch: string;
  oldest: string | undefined;
  isAutomatic: boolean;
  onShow: () => Promise<void>;
}) {
  const { isBusy, error, run } = useMutation();
  const form = useRef<HTMLFormElement>(null);
  const show = useEffectEvent(() => void run(onShow));
  useEffect(() => {
    if (!isAutomatic || form.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        show();
      },
      { rootMargin: '25%' },
    );
    observer.observe(form.current);
    return () => observer.disconnect();
  }, [isAutomatic]);
  return (
    <form
      ref={form}
      action={forumAddress(batch)}
      onSubmit={(event) => {
        event.preventDefault();
        void run(onShow);
      }}
    >
      <input type="hidden" name="after" value={oldest} />
      <Stack gap={3} className={styles['older']}>
        <MessageRoom>{error !== null && <DiscussionError of={error} />}</MessageRoom>
        <Button type="submit" variant="secondary" busy={isBusy}>
          Show older questions
        </Button>
      </Stack>
    </form>
  );
}

/**
 * A button with the count of new posts, which shows them. Screen readers announce it once, not for each
 * further post.
 * @param text null hides it
 */
export function NewsButton({ text, onShow }: { text: string | null; onShow: () => Promise<void> }) {
  const { isBusy, error, run } = useMutation();
  return (
    <>
      <p role="status" className="visually-hidden">
        {text !== null && 'There are new posts. The button at the end of the page shows them.'}
      </p>
      {text !== null && (
        <div className={styles['news']}>
          {error !== null && (
            <p role="alert" className={styles['failed']}>
              {errorMessage(error)}
            </p>
          )}
          <Button small className={styles['button']} busy={isBusy} onClick={() => void run(onShow)}>
            {`Show ${text}`}
          </Button>
        </div>
      )}
    </>
  );
}
