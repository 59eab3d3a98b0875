import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Task } from '#contract/dates';
import type { Review } from '#contract/marking/review-calls';
import { limits } from '#contract/limits';
import { call as browserCall } from '../../lib/calls/client.ts';
import { loadPart } from '../../lib/calls/load-part.ts';
import { refuseInvalid } from '../../lib/forms/form-action.ts';
import { usePostedForm } from '../../lib/forms/refused-form.ts';
import { useReturnedDraft } from '../../lib/forms/use-draft.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './mark.module.css';
import { originalOf, parseMarks, seenMark, type MarkRow } from './marks.ts';
import { checkReview, type ReviewAction } from './review-actions.ts';
import { reviewDraft, reviewedMarkDraft } from '../../lib/stored-names/staff.ts';

/** What sends a review, loaded when one is sent. */
export const loadReviewActions = () => loadPart(() => import('./submit-review.ts'));

export type ReviewFormProps<Row extends MarkRow = MarkRow> = {
  /** `version`: null for a mark without a file, whose number is its row's. */
  review: Review & { number: string; version: number | null };
  name: string;
  marked: (Row & { marks: number }) | undefined;
  newest: string | null | undefined;
  user: CurrentUser;
  /** A mark without a file, which is reviewed by its student and task. */
  record?: { s_id: string; task: Task } | undefined;
  onSaved: (changed: Row) => void;
};

/** Decides, or comments where others decide. */
export function ReviewForm<Row extends MarkRow>({
  review,
  name,
  marked,
  newest,
  user,
  record,
  onSaved,
}: ReviewFormProps<Row>) {
  const { number, decider } = review;
  const posted = usePostedForm({ number });
  const draftKey = reviewDraft(user.account, number);
  const [text, setText] = useReturnedDraft(draftKey, posted?.values['text']);
  const [isTouched, setTouched] = useState(posted?.values['marks'] !== undefined);
  const isOffice = user.role === 'administrator';
  const changeable = decider === undefined ? marked : undefined;
  const original = changeable && (posted?.values['original'] ?? originalOf(seenMark(changeable)));
  const current = changeable?.marks ?? null;
  // Not over a mark that has changed since.
  const [typed, setTyped] = useReturnedDraft(reviewedMarkDraft(draftKey, current), posted?.values['marks']);
  const typedMarks = isTouched || typed !== '' ? typed : null;
  const marks = typedMarks === null ? current : parseMarks(typedMarks);
  const isChange = marks !== null && current !== null && marks !== current;
  const form = useForm<Row>({
    name: 'second-look',
    target: { number },
    hidden: {
      ...(original !== undefined && { original }),
      ...(original !== undefined && newest !== undefined && { newest: newest ?? '' }),
    },
    keepsFields: true,
    posted,
    isReady: (fields) => refuseInvalid(checkReview(fields)),
    async send({ fields: sent, key }) {
      const fields = { ...sent, 'Idempotency-Key': key };
      const { submitReview, submitRecordReview } = await loadReviewActions();
      const changed =
        record === undefined
          ? await submitReview(browserCall, fields, changeable)
          : await submitRecordReview(browserCall, fields, record, changeable);
      return changed as MarkRow as Row;
    },
    onDone(changed) {
      setText('');
      setTyped('');
      setTouched(false);
      onSaved(changed);
    },
  });
  const { isBusy, refusal } = form;
  // A colleague answered meanwhile.
  const given = form.refused?.current as { answer?: string } | undefined;
  const button = (action: ReviewAction, label: string, variant: 'secondary' | 'quiet' = 'secondary') => (
    <Button type="submit" name="act" value={action} variant={variant} busy={isBusy}>
      {label}
    </Button>
  );
  return (
    <Form form={form} noValidate>
      <Stack gap={2}>
        {changeable !== undefined && (
          <div className={styles['number']}>
            <TextField
              label="New marks (0–100)"
              name="marks"
              inputMode="decimal"
              autoComplete="off"
              readOnly={isBusy}
              value={typedMarks ?? String(current)}
              hint={isOffice ? undefined : 'Only the office can lower them.'}
              error={form.errorAt('marks')}
              onChange={({ target }) => {
                setTouched(true);
                setTyped(target.value);
              }}
            />
          </div>
        )}
        <TextArea
          label={decider === undefined ? `Your answer to ${name}` : 'Your comment'}
          name="text"
          rows={3}
          maxLength={limits.review}
          readOnly={isBusy}
          value={text}
          hint={
            decider === undefined
              ? `The student sees it at once.${isOffice ? '' : ' If you pass it on, the office reads it first.'}`
              : `${name} sees it with the answer. Staff see it at once.`
          }
          error={form.errorAt('text')}
          onChange={({ target }) => setText(target.value)}
        />
        <MessageRoom>
          {refusal !== undefined && (
            <Notice tone="error" title={refusal.message}>
              {given?.answer !== undefined && <LinkedText text={given.answer} />}
            </Notice>
          )}
        </MessageRoom>
        <Row gap={2}>
          {decider !== undefined
            ? button('comment-on-review', 'Add comment')
            : button('answer-second-look', isChange ? `Answer and change ${current} to ${marks}` : 'Answer')}
          {decider === undefined && !isOffice && button('pass-review', 'Pass to the office', 'quiet')}
        </Row>
      </Stack>
    </Form>
  );
}
