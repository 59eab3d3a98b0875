import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { catalogueBatchAddress } from '#contract/catalogue/catalogue-view';
import { batchCertificatesAddress } from '#contract/certificates/paths';
import type { StaffBatch } from '#contract/marking/calls';
import { markDistributionAddress, unsubmittedAddress } from '#contract/marking/staff-view';
import { batchDatesAddress } from '#contract/progress/batch-view';
import { batchRuleAddress, freezeAddress } from '#contract/results/addresses';
import { finishAddress } from '#contract/results/unfinished';
import { vivasAddress } from '#contract/vivas/addresses';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Small } from '../../ui/layout.tsx';
import styles from './batch-settings.module.css';

function Setting({ title, to, children }: { title: string; to?: string; children: ReactNode }) {
  return (
    <section className={styles['setting']}>
      <h2>{to === undefined ? title : <Link to={to}>{title}</Link>}</h2>
      {children}
    </section>
  );
}

function CommentFirst({ batch: { commentFirst } }: { batch: StaffBatch }) {
  const form = useActionForm({
    formName: 'comment-first',
    hidden: { comment_first: commentFirst ? '' : 'yes' },
  });
  return (
    <>
      <Small role="status">
        {commentFirst
          ? 'Students see the comment first, and the mark after a click.'
          : 'Students see a released mark together with its comment.'}
      </Small>
      <ActionForm form={form} button={commentFirst ? 'Show both together' : 'Show the comment first'} small />
    </>
  );
}

/** What is set for a batch, and what is done once at its end. */
export function BatchSettings({ batch, user }: { batch: StaffBatch; user: CurrentUser }) {
  const { name } = batch;
  return (
    <div className={styles['settings']}>
      <Setting title="Dates and extensions" to={batchDatesAddress(name)}>
        <Small>The start, due dates, when students choose, and extensions for several students.</Small>
      </Setting>
      <Setting title="Result rule" to={batchRuleAddress(name)}>
        <Small>The weight of each task, the pass mark and the words for a result.</Small>
      </Setting>
      <Setting title="Released marks">
        <CommentFirst batch={batch} />
      </Setting>
      <Setting title="Record “Not submitted”" to={unsubmittedAddress(name)}>
        <Small>A mark of 0 for work that is overdue and was not submitted.</Small>
      </Setting>
      <Setting title="Mark distribution" to={markDistributionAddress(name)}>
        <Small>How the marks of each task are spread, by mentor.</Small>
      </Setting>
      <Setting title="Vivas" to={vivasAddress(name)}>
        <Small>Days, rooms and examiners, and the time of each student.</Small>
      </Setting>
      <Setting title="End of the course" to={finishAddress(name)}>
        <Small>Everything that is still missing, with reminders.</Small>
      </Setting>
      <Setting title="Freeze results" to={freezeAddress(name)}>
        <Small>Fix the results, and print the mark sheet.</Small>
      </Setting>
      <Setting title="Certificates" to={batchCertificatesAddress(name)}>
        <Small>Names to confirm, and certificates to issue.</Small>
      </Setting>
      {user.role === 'administrator' && (
        <Setting title="Catalogue entry" to={catalogueBatchAddress(name)}>
          <Small>The name, the course, the mentors and the signup of this batch.</Small>
        </Setting>
      )}
    </div>
  );
}
