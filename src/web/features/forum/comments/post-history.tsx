import { useEffect, useEffectEvent, useState } from 'react';
import type { FormerText, History } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import type * as Compare from '../../../lib/compare-words.ts';
import { useMore } from '../../../lib/use-more.ts';
import { ChangedWords } from '../../../ui/changed-words.tsx';
import { Small, Stack } from '../../../ui/layout.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { withWords } from '../discussion-states.tsx';
import styles from '../post.module.css';
import { loadPart } from '../../../lib/calls/load-part.ts';

/** Lazy-loaded when there is a difference to show. */
const loadCompare = () => loadPart(() => import('../../../lib/compare-words.ts'));

type Known = { texts: readonly FormerText[]; hasMore: boolean };

function Edit({ former, after, compare }: { former: FormerText; after: string; compare: typeof Compare }) {
  const pieces = compare.compareWords(former.text, after);
  return (
    <li>
      <Small>
        <span>{`${former.replacedBy === null ? 'Edited' : `Edited by ${former.replacedBy}`} `}</span>
        <RelativeTime value={former.replacedAt} />
      </Small>
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

/**
 * Newest first.
 * @param comment the comment's id; null for the question
 * @param read reads a page of the history of the question and its comments
 */
export function PostHistory({
  comment,
  text,
  read,
}: {
  comment: string | null;
  text: string;
  read: (before?: string) => Promise<History>;
}) {
  const [known, setKnown] = useState<Known>({ texts: [], hasMore: true });
  const [compare, setCompare] = useState<typeof Compare | null>(null);
  const own = known.texts.filter((one) => one.comment === comment);
  /** Reads pages until one has an entry of this post, or none is left. */
  async function readOn(): Promise<void> {
    let { texts, hasMore } = known;
    for (let found = false; hasMore && !found;) {
      const page = await read(texts.at(-1)?.id);
      texts = [...texts, ...page.texts];
      hasMore = page.more === true || page.texts.length === limits.pageSize;
      found = page.texts.some((one) => one.comment === comment);
    }
    setCompare(await loadCompare());
    setKnown({ texts, hasMore });
  }
  const more = useMore(known.hasMore, readOn);
  const { error } = more;
  const begin = useEffectEvent(() => void more.show());
  // A new edit adds an entry: read the newest again.
  useEffect(() => begin(), []);
  return (
    <Stack as="section" gap={2} className={styles['history']} aria-label="Earlier versions">
      {compare === null && error === null && <p role="status">Loading earlier versions …</p>}
      {compare !== null && own.length === 0 && <p>No earlier version is stored.</p>}
      {compare !== null && (
        <Stack as="ol" gap={3}>
          {own.map((former, at) => (
            <Edit key={former.id} former={former} after={own[at - 1]?.text ?? text} compare={compare} />
          ))}
        </Stack>
      )}
      <MoreButton
        more={{ ...withWords(more), isMore: error !== null || (compare !== null && known.hasMore) }}
        variant="quiet"
        small
      >
        {error === null ? 'Show older versions' : 'Try again'}
      </MoreButton>
    </Stack>
  );
}
