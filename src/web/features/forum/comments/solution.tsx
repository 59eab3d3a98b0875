import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { dayMs } from '#contract/durations';
import { beginningOf, firstLine, plainTextOf } from '#contract/excerpt';
import type { Question } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import { batchAddress } from '#contract/progress/batch-view';
import { call } from '../../../lib/calls/client.ts';
import { dateIn } from '../../../lib/date-in.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useClockOffset } from '../../../lib/page/page-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Small, Stack } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Day, useZone } from '../../../ui/time.tsx';
import styles from '../post.module.css';
import { Icon } from '../signs.tsx';
import { CommentEntry, type CommentActions } from './comment-entry.tsx';

type Answer = Question['comments'][number];

const pinnedMs = 7 * dayMs;
const questionLength = 120;

export function announcementOf(question: Question, answer: Answer): string {
  const asked = firstLine(plainTextOf(question.question, question.html), questionLength);
  const said = plainTextOf(answer.text, answer.html).trim();
  const head = `${asked}\n\n`;
  const room = limits.announcement - head.length;
  return head + (said.length <= room ? said : `${beginningOf(said, room - 1)}…`);
}

export function AnnounceAnswer({
  batch,
  question,
  answer,
}: {
  batch: string;
  question: Question;
  answer: Answer;
}) {
  const offset = useClockOffset(null);
  const zone = useZone();
  const [until, setUntil] = useState<string | null>(null);
  const { isBusy, failure, submit } = useForm({
    async send({ fields: { text = '', until = '' }, key }) {
      const body = { text, until };
      const options = { params: { batch }, body, idempotencyKey: key };
      setUntil((await call('publishAnnouncement', options)).pinned_until);
    },
  });
  const announce = () =>
    submit({
      text: announcementOf(question, answer),
      until: dateIn(zone.name, Date.now() + offset + pinnedMs),
    });
  const told = useRef<HTMLParagraphElement>(null);
  // The button is removed: focus moves to the confirmation.
  useEffect(() => {
    if (until !== null) told.current?.focus();
  }, [until]);
  if (until !== null)
    return (
      <Small ref={told} tabIndex={-1}>
        <span>{`Announced to ${batch} until `}</span>
        <Day value={until} />
        <span>. </span>
        <Link to={batchAddress(batch)}>See the announcements</Link>
      </Small>
    );
  return (
    <>
      <Button variant="quiet" small busy={isBusy} onClick={announce}>
        Announce it
      </Button>
      {failure !== undefined && <Notice tone="error">{failure}</Notice>}
    </>
  );
}

export function Solution({
  question,
  solution,
  onUnmark,
  announceTo,
  own,
  onDelete,
  menu,
}: {
  question: Question;
  solution: Question['comments'][number];
  /** null without permission. */
  onUnmark: (() => void) | null;
  /** null for students. */
  announceTo: string | null;
  own: CommentActions;
  onDelete: (comment: Question['comments'][number]) => void;
  /** Reports or hides it. */
  menu: ReactNode;
}) {
  return (
    <Stack as="section" gap={1} className={styles['solution']} aria-label="The answer">
      <Row as="p" gap={1} className={styles['answer']}>
        <Icon icon="tick" />
        The answer
      </Row>
      <CommentEntry comment={solution} own={own} onDelete={onDelete}>
        {menu}
      </CommentEntry>
      {(onUnmark !== null || announceTo !== null) && (
        <Row gap={2}>
          {announceTo !== null && (
            <AnnounceAnswer batch={announceTo} question={question} answer={solution} key={solution.id} />
          )}
          {onUnmark !== null && (
            <Button variant="quiet" small onClick={onUnmark}>
              Unmark answer
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
}
