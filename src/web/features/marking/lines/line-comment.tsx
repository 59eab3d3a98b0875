import type { ReactNode } from 'react';
import type { LineComment } from '#contract/marking/line-comment-calls';
import { showHidden } from '#contract/show-hidden';
import { Small } from '../../../ui/layout.tsx';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './lines.module.css';

/** In words; the file itself has no path. */
export const placeOf = ({ path, line }: Pick<LineComment, 'path' | 'line'>, name: string): string =>
  `${showHidden(path ?? name)}, line ${line}`;

export function LineCommentText({ comment, children }: { comment: LineComment; children?: ReactNode }) {
  const { text, by, at, edited_at: edited } = comment;
  return (
    <div className={styles['comment']} translate="yes">
      <Small>
        <span>{`${by}, `}</span>
        <TimeAgo value={edited ?? at} />
        {edited !== null && <span>, edited</span>}
      </Small>
      <LinkedText text={text} />
      {children}
    </div>
  );
}
