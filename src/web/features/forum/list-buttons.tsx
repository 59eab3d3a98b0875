import { useEffect, useEffectEvent, useRef } from 'react';
import { forumAddress } from '#contract/forum/question-view';
import { errorMessage } from '../../lib/calls/client.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { describeFailure } from './discussion-states.tsx';
import styles from './list.module.css';

/** @param isAutomatic shows more by itself once the reader is near */
export function OlderQuestions({
  isMore,
  batch,
  oldest,
  isAutomatic,
  onShow,
}: {
  isMore: boolean;
  batch: string;
  oldest: string | undefined;
  isAutomatic: boolean;
  onShow: () => Promise<void>;
}) {
  const mutation = useMutation();
  const form = useRef<HTMLFormElement>(null);
  const show = useEffectEvent(() => void mutation.run(onShow));
  useEffect(() => {
    if (!isMore || !isAutomatic || form.current === null) return;
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
  }, [isMore, isAutomatic]);
  return (
    <form ref={form} action={forumAddress(batch)} onSubmit={(event) => event.preventDefault()}>
      <input type="hidden" name="after" value={oldest} />
      <MoreButton
        type="submit"
        isMore={isMore}
        mutation={mutation}
        describe={describeFailure}
        onShow={onShow}
      >
        Show older questions
      </MoreButton>
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
