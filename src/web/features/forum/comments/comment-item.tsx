import type { ReactNode } from 'react';
import type { Question } from '#contract/forum/calls';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { AttachedFiles } from '../attachments/attached-files.tsx';
import { Byline } from '../byline.tsx';
import { PostWords } from '../composer/post-words.tsx';
import styles from './comment-item.module.css';

export function CommentItem({
  comment,
  edited,
  children,
}: {
  comment: Question['comments'][number];
  /** The "edited" sign beside the time. */
  edited?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <>
      <div className={styles['head']}>
        <Byline author={comment.author} isAnonymous={comment.anonymous === true} />
        <span className={styles['time']}>
          <TimeAgo value={comment.createdAt} />
          {edited}
        </span>
        {children}
      </div>
      <PostWords text={comment.text} html={comment.html} mentions={comment.mentions} />
      <AttachedFiles of={comment} />
    </>
  );
}
