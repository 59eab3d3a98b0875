import type { ReactNode } from 'react';
import { batchDatesAddress } from '#contract/progress/batch-view';
import { batchRuleAddress } from '#contract/results/addresses';
import type { StaffBatch } from '#contract/marking/calls';
import { releaseAddress, staffAddress } from '#contract/marking/staff-view';
import { ButtonLink } from '../../ui/button.tsx';
import { Small, Row } from '../../ui/layout.tsx';
import { countOf } from '../../ui/format-number.ts';
import { markingState } from '../marking/desk/batch-counts.ts';
import styles from './batch.module.css';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';

/** The name alone until the batch is loaded; `children` link to what waits below. */
export function BatchHead({
  name,
  batch,
  children,
}: {
  name: string;
  batch?: StaffBatch;
  children?: ReactNode;
}) {
  return (
    <header className={styles['head']}>
      <h1>{name}</h1>
      {batch !== undefined && (
        <>
          <Small className={styles['counts']}>
            <span>
              {`${countOf(batch.students, 'student')}, ${countOf(batch.submissions, 'submission')}: ${markingState(batch).toLowerCase()}. `}
            </span>
            {children}
          </Small>
          <div className={styles['ways']}>
            <ButtonLink small to={staffAddress({ batch: name })}>
              Mark submissions
            </ButtonLink>
            {batch.heldBack > 0 && (
              <ButtonLink small variant="secondary" to={releaseAddress(name)}>
                Release marks
              </ButtonLink>
            )}
            <ButtonLink
              small
              variant="secondary"
              to={batchDatesAddress(name)}
              aria-label="Dates and extensions"
            >
              <span>
                Dates<span className={styles['long']}> and extensions</span>
              </span>
            </ButtonLink>
            <ButtonLink small variant="secondary" to={batchRuleAddress(name)}>
              Result rule
            </ButtonLink>
          </div>
        </>
      )}
    </header>
  );
}

export function CommentFirst({ batch: { commentFirst } }: { batch: StaffBatch }) {
  const form = useActionForm({ act: 'comment-first', hidden: { comment_first: commentFirst ? '' : 'yes' } });
  return (
    <Row gap={4}>
      <Small role="status">
        {commentFirst
          ? 'Students see the comment first, and the mark after a click.'
          : 'Students see a released mark together with its comment.'}
      </Small>
      <ActionForm form={form} button={commentFirst ? 'Show both together' : 'Show the comment first'} small />
    </Row>
  );
}
