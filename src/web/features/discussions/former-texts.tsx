import { useEffect, useEffectEvent, useState } from 'react';
import type { FormerText, History } from '#contract/discussions';
import { limits } from '#contract/limits';
import { compareWords } from '../../lib/compare-words.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { ChangedWords } from '../../ui/changed-words.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { DiscussionError } from './discussion-error.tsx';
import styles from './former-texts.module.css';

type Known = { texts: readonly FormerText[]; hasMore: boolean };

/** What one edit has changed: the text of before, and what became of it. */
function Edit({ former, after }: { former: FormerText; after: string }) {
  const pieces = compareWords(former.text, after);
  return (
    <li className={styles['edit']}>
      <p className={styles['when']}>
        {former.replacedBy === null ? 'Edited' : `Edited by ${former.replacedBy}`}{' '}
        <RelativeTime value={former.replacedAt} />
      </p>
      <ChangedWords
        pieces={
          pieces ?? [
            { kind: 'removed', text: `${former.text}\n` },
            { kind: 'added', text: after },
          ]
        }
      />
    </li>
  );
}

export type FormerTextsProps = {
  /** The comment's id; null for the question itself. */
  comment: string | null;
  /** What it says now. */
  text: string;
  /** Reads a page of the former texts of the question and its comments. */
  read: (before?: string) => Promise<History>;
};

/** The edits of a question or a comment, newest first. */
export function FormerTexts({ comment, text, read }: FormerTextsProps) {
  const [known, setKnown] = useState<Known | null>(null);
  const { isBusy, error, run } = useMutation();
  const own = known?.texts.filter((one) => one.comment === comment) ?? [];
  /** Reads on until something of this one is found, or nothing is left. */
  async function readOn(): Promise<void> {
    let { texts, hasMore }: Known = known ?? { texts: [], hasMore: true };
    for (let found = false; hasMore && !found;) {
      const page = await read(texts.at(-1)?.id);
      texts = [...texts, ...page.texts];
      hasMore = page.more === true || page.texts.length === limits.pageSize;
      found = page.texts.some((one) => one.comment === comment);
    }
    setKnown({ texts, hasMore });
  }
  const begin = useEffectEvent(() => void run(readOn));
  // An edit that was just made has one more: the newest are read again.
  useEffect(() => begin(), []);
  return (
    <>
      <MessageRoom>{error !== null && <DiscussionError of={error} />}</MessageRoom>
      {known === null && error === null && <p role="status">Reading what it said before …</p>}
      {known !== null && own.length === 0 && <p>Nothing of before is kept.</p>}
      {own.length > 0 && (
        <ol className={styles['edits']}>
          {own.map((former, at) => (
            <Edit key={former.id} former={former} after={own[at - 1]?.text ?? text} />
          ))}
        </ol>
      )}
      {(error !== null || known?.hasMore === true) && (
        <Button variant="quiet" small busy={isBusy} onClick={() => void run(readOn)}>
          {error === null ? 'Show earlier edits' : 'Try again'}
        </Button>
      )}
    </>
  );
}
