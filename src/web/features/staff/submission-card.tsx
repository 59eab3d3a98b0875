import { memo, useId, useState } from 'react';
import { Link } from 'react-router';
import { studentAddress } from '#contract/batch-view';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { StaffSubmission } from '#contract/staff';
import { subjects } from '../../lib/outbox/act.ts';
import { useActs } from '../../lib/outbox/use-outbox.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { useDraftsOpen } from '../../lib/use-draft.ts';
import { useWholeTexts } from '../../lib/use-whole-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Time } from '../../ui/time.tsx';
import { WholeTextLink } from '../../ui/whole-text-link.tsx';
import styles from './submission-card.module.css';
import { MarkForm } from './mark-form.tsx';
import { MarkedSubmission } from './marked-submission.tsx';
import { hasMarkDraft } from './use-mark-draft.ts';
import { markState } from './mark-visibility.ts';

function SubmissionContent({ row }: { row: StaffSubmission }) {
  const { receipt, texts } = useWholeTexts(row);
  const { links, comments, file } = receipt;
  return (
    <dl className={styles['content']}>
      <div>
        <dt>Links</dt>
        <dd>{links === '' ? <None /> : <LinkedText text={links} />}</dd>
      </div>
      <div>
        <dt>Comments of the student</dt>
        <dd>{comments === '' ? <None /> : <LinkedText text={comments} />}</dd>
      </div>
      {texts !== null && (
        <div>
          <dt>Long text</dt>
          <dd>
            <WholeTextLink {...texts} />
          </dd>
        </div>
      )}
      <div>
        <dt>File</dt>
        <dd>
          {file === null ? (
            <None />
          ) : (
            <>
              <a href={fillPath(paths.readFile.path, { id: file.id })} download>
                {file.name}
              </a>{' '}
              <span className={styles['none']}>({formatBytes(file.bytes)})</span>
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

function None() {
  return <span className={styles['none']}>None</span>;
}

/** One submission with its content and its marks. Memoised: it rerenders only when it changes. */
export const SubmissionCard = memo(function SubmissionCard({
  row,
  userId,
  onSaved,
}: {
  row: StaffSubmission;
  /** The current user, for the keys of the drafts. */
  userId: string;
  onSaved: (changed: StaffSubmission) => void;
}) {
  const id = useId();
  const isDraftsOpen = useDraftsOpen();
  const hasDraft = () => isDraftsOpen && hasMarkDraft(userId, row.number);
  const [isOpen, setOpen] = useState(() => row.marks === null || hasDraft());
  const [knewDrafts, setKnewDrafts] = useState(isDraftsOpen);
  if (knewDrafts !== isDraftsOpen) {
    setKnewDrafts(isDraftsOpen);
    if (hasDraft()) setOpen(true);
  }
  const [isJustSaved, setJustSaved] = useState(false);
  const [focusCount, setFocusCount] = useState(0);
  const show = (form: boolean, justSaved: boolean) => {
    setOpen(form);
    setJustSaved(justSaved);
    setFocusCount((count) => count + 1);
  };
  const saved = (changed: StaffSubmission, isOwn: boolean) => {
    // Saved by another page, it takes no focus away.
    if (isOwn) show(false, true);
    else setOpen(false);
    onSaved(changed);
  };
  // What waits in the outbox is shown in the form that it came from.
  const hasPressed = useActs(subjects.mark(row.number)).some(({ drafts }) => Object.keys(drafts).length > 0);
  const state = markState(row);
  const isForm = isOpen || hasPressed || row.marks === null;
  return (
    <article className={classNames(styles['card'], !isForm && styles['marked'])} aria-labelledby={id}>
      <header className={styles['head']}>
        <h3 id={id}>
          <Link to={studentAddress(row.student.s_id)}>
            {row.student.s_name}, {taskLabel(row.task)}
          </Link>
        </h3>
        <span className={styles['state']} data-state={state}>
          {state}
        </span>
        <p className={styles['when']}>
          <span>
            Version {row.version}, handed in <Time value={row.submitted_at} />
            {row.late && (
              <>
                {' '}
                <strong className={styles['late']}>Late</strong>
              </>
            )}
          </span>
          <span>{row.student.s_id}</span>
        </p>
      </header>
      {isForm && <SubmissionContent row={row} />}
      <div className={styles['side']}>
        {isForm || row.marks === null ? (
          <MarkForm
            row={row}
            userId={userId}
            focusCount={focusCount}
            onSaved={saved}
            onCancel={row.marks === null ? undefined : () => show(false, false)}
          />
        ) : (
          <MarkedSubmission
            row={{ ...row, marks: row.marks }}
            isJustSaved={isJustSaved}
            focusCount={focusCount}
            onChange={() => show(true, false)}
            onSaved={saved}
          />
        )}
      </div>
      {!isForm && (
        // Just saved it stays open, so that what is below does not come up under the mentor's hand.
        <details className={styles['fold']} open={isJustSaved}>
          <summary className={styles['summary']}>What was handed in</summary>
          <SubmissionContent row={row} />
        </details>
      )}
    </article>
  );
});
