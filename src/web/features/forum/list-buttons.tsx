import { useEffect, useEffectEvent, useRef } from 'react';
import { forumAddress } from '#contract/forum/question-view';
import { useMore } from '../../lib/use-more.ts';
import { Button } from '../../ui/button.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { withWords } from './discussion-states.tsx';
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
  const more = useMore(isMore, onShow);
  const form = useRef<HTMLFormElement>(null);
  const show = useEffectEvent(() => void more.show());
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
    <form method="get" ref={form} action={forumAddress(batch)} onSubmit={(event) => event.preventDefault()}>
      <input type="hidden" name="after" value={oldest} />
      <MoreButton type="submit" more={withWords(more)}>
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
  const { isBusy, failure, show } = useMore(text !== null, onShow);
  return (
    <>
      <p role="status" className="visually-hidden">
        {text !== null && 'There are new posts. The button at the end of the page shows them.'}
      </p>
      {text !== null && (
        <div className={styles['news']}>
          {failure !== null && (
            <p role="alert" className={styles['failed']}>
              {failure}
            </p>
          )}
          <Button small className={styles['button']} busy={isBusy} onClick={() => void show()}>
            {`Show ${text}`}
          </Button>
        </div>
      )}
    </>
  );
}
