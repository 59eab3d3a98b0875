import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Task } from '#contract/dates';
import type { StaffSubmission } from '#contract/marking/calls';
import type { SecondLook } from '#contract/marking/second-look-calls';
import { limits } from '#contract/limits';
import { isOverruled } from '#contract/projects/rubric-rules';
import { call as browserCall, type Call } from '../../lib/calls/client.ts';
import { refuseInvalid } from '../../lib/forms/form-action.ts';
import type { Fields, InvalidField } from '../../lib/forms/form-fields.ts';
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
import {
  beganOfMark,
  marksHint,
  originalOf,
  parseMarks,
  parseOriginal,
  seenMark,
  toggledOf,
  type MarkRow,
} from './marks.ts';
import { recordRow, type RecordRow } from './recorded/record-row.ts';
import type { VersionMarkBody } from './use-mark.ts';
import { reviewDraft, reviewedMarkDraft } from '../../lib/stored-names/staff.ts';

/** What the form of a review does, with what its screen then says. */
export const reviewActs = {
  'answer-second-look': 'review-answered',
  'comment-on-review': 'review-commented',
  'pass-review': 'review-passed',
} as const;
type ReviewAct = keyof typeof reviewActs;

export const reviewActOf = ({ act = '' }: Fields): ReviewAct | null =>
  Object.hasOwn(reviewActs, act) ? (act as ReviewAct) : null;

const emptyText = 'Write a few words.';

/** If the rubric's sum differs, the answer is the reason. */
function changedMark({ mark_comments, released, rubric }: MarkRow, marks: number, answer: string) {
  const toggled = toggledOf(rubric);
  const isOverruling = rubric !== undefined && isOverruled(rubric.lines, marks);
  const reason = toggled?.reason ?? answer.slice(0, limits.overruleReason);
  return {
    marks,
    comments: mark_comments ?? '',
    released,
    ...(toggled !== null && { rubric: isOverruling ? { ...toggled, reason } : toggled }),
    // The form names both marks.
    confirm_lower: true,
  };
}

function check(fields: Fields): InvalidField[] {
  const { marks, text = '' } = fields;
  const isAnswer = reviewActOf(fields) === 'answer-second-look';
  return [
    ...(isAnswer && marks !== undefined && parseMarks(marks) === null
      ? [{ field: 'marks', message: marksHint }]
      : []),
    ...(text.trim() === '' ? [{ field: 'text', message: emptyText }] : []),
  ];
}

function readReview(fields: Fields) {
  refuseInvalid(check(fields));
  const text = fields['text']?.trim() ?? '';
  const typed = fields['marks'] === undefined ? undefined : parseMarks(fields['marks']);
  const original = parseOriginal(fields['original'] ?? 'null') as VersionMarkBody | null;
  const isChanged = typed != null && original !== null && typed !== original.marks;
  return { act: reviewActOf(fields), text, original, marks: isChanged ? typed : null };
}

/** Changed marks go with the answer: both or neither. @param row the marked version, if its screen has it */
export async function actOnReview(call: Call, fields: Fields, row?: MarkRow): Promise<StaffSubmission> {
  const { number = '', newest, 'Idempotency-Key': idempotencyKey } = fields;
  const { act, text, original, marks } = readReview(fields);
  const of = { params: { id: number }, idempotencyKey };
  if (act !== 'answer-second-look')
    return call('commentOnReview', { ...of, body: { comment: text, to_office: act === 'pass-review' } });
  if (marks === null) return call('answerSecondLook', { ...of, body: { answer: text } });
  const marked = row ?? (await call('readStaffSubmission', { params: { id: number } }));
  const mark = { ...changedMark(marked, marks, text), original, ...(newest !== undefined && { newest }) };
  const done = await call('answerSecondLook', { ...of, body: { answer: text, mark } });
  // An older server takes the answer alone.
  const isMarked = done.number === number && done.marks === marks;
  return isMarked ? done : call('markSubmission', { ...of, body: mark });
}

/** The same for a mark without a file. */
export async function actOnRecordReview(
  call: Call,
  fields: Fields,
  params: { s_id: string; task: Task },
  row?: MarkRow,
): Promise<RecordRow> {
  const { newest, 'Idempotency-Key': idempotencyKey } = fields;
  const { act, text, original, marks } = readReview(fields);
  const of = { params, idempotencyKey };
  if (act !== 'answer-second-look') {
    const body = { comment: text, to_office: act === 'pass-review' };
    return recordRow(await call('commentOnRecordReview', { ...of, body }));
  }
  if (marks === null) return recordRow(await call('answerRecordReview', { ...of, body: { answer: text } }));
  const marked = row ?? recordRow(await call('readRecordedMark', { params }));
  const given = { ...changedMark(marked, marks, text), status: 'marked' as const };
  const record = { ...given, newest: newest || null, began: beganOfMark(given, original) };
  return recordRow(await call('answerRecordReview', { ...of, body: { answer: text, record } }));
}

export type ReviewFormProps<Row extends MarkRow = MarkRow> = {
  /** `version`: null for a mark without a file, whose number is its row's. */
  look: SecondLook & { number: string; version: number | null };
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
  look,
  name,
  marked,
  newest,
  user,
  record,
  onSaved,
}: ReviewFormProps<Row>) {
  const { number, decider } = look;
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
    of: { number },
    hidden: {
      ...(original !== undefined && { original }),
      ...(original !== undefined && newest !== undefined && { newest: newest ?? '' }),
    },
    keepsFields: true,
    posted,
    isReady: (fields) => refuseInvalid(check(fields)),
    async send({ fields: sent, key }) {
      const fields = { ...sent, 'Idempotency-Key': key };
      const changed =
        record === undefined
          ? await actOnReview(browserCall, fields, changeable)
          : await actOnRecordReview(browserCall, fields, record, changeable);
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
  const button = (act: ReviewAct, label: string, variant: 'secondary' | 'quiet' = 'secondary') => (
    <Button type="submit" name="act" value={act} variant={variant} busy={isBusy}>
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
          maxLength={limits.secondLook}
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
