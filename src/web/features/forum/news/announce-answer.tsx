import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { batchAddress } from '#contract/progress/batch-view';
import { dayMs } from '#contract/durations';
import type { Question } from '#contract/forum/calls';
import { beginningOf, firstLine } from '#contract/excerpt';
import { limits } from '#contract/limits';
import { plainTextOf } from '#contract/plain-text';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { useClockOffset } from '../../../lib/page/page-time.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../../lib/forms/use-press-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Day } from '../../../ui/time.tsx';
import { useZone } from '../../../ui/zone.ts';
import { dateIn } from '../../../lib/date-in.ts';
import styles from '../comments/solution.module.css';

type Answer = Question['comments'][number];

const pinnedMs = 7 * dayMs;
const questionLength = 120;

/** The announcement of an answer: the question in one line, and the answer cut to the limit. */
export function announcementOf(question: Question, answer: Answer): string {
  const asked = firstLine(plainTextOf(question.question, question.html), questionLength);
  const said = plainTextOf(answer.text, answer.html).trim();
  const head = `${asked}\n\n`;
  const room = limits.announcement - head.length;
  return head + (said.length <= room ? said : `${beginningOf(said, room - 1)}…`);
}

/** Announces an answer to its batch in one click: pinned for a week, and mailed. */
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
  const { isBusy, error, run } = useMutation();
  const keyOf = usePressKey();
  const announce = () =>
    run(async () => {
      const body = {
        text: announcementOf(question, answer),
        until: dateIn(zone.name, Date.now() + offset + pinnedMs),
      };
      const idempotencyKey = keyOf(JSON.stringify(body));
      const { pinned_until } = await call('publishAnnouncement', { params: { batch }, body, idempotencyKey });
      setUntil(pinned_until);
    });
  const told = useRef<HTMLParagraphElement>(null);
  // The button is removed: focus moves to the confirmation.
  useEffect(() => {
    if (until !== null) told.current?.focus();
  }, [until]);
  if (until !== null)
    return (
      <p ref={told} tabIndex={-1} className={styles['announced']}>
        <span>{`Announced to ${batch} until `}</span>
        <Day value={until} />
        <span>. </span>
        <Link to={batchAddress(batch)}>See its announcements</Link>
      </p>
    );
  return (
    <>
      <Button variant="quiet" small busy={isBusy} onClick={() => void announce()}>
        Announce it
      </Button>
      {error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}
    </>
  );
}
