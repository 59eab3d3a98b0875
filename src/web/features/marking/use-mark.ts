import { useRef } from 'react';
import type { MarkRubric } from '#contract/projects/rubric-calls';
import { useNavigate } from 'react-router';
import type { NewerVersion, StaffSubmission } from '#contract/marking/calls';
import { subjects, type QueuedRequest } from '../../lib/outbox/queued-request.ts';
import { queueRequest, removeRequest, sendChanged, takeBack } from '../../lib/outbox/queue-request.ts';
import { useFraction, useRequests, useReturnedRequest, useSent } from '../../lib/outbox/use-outbox.ts';
import type { MarkPanelProps } from './mark-panel-props.ts';
import { seenMark, toggledOf, type ToggledLines } from './original-mark.ts';

export type MarkBody = {
  marks: number;
  comments: string;
  released: boolean;
  /** Absent: unchanged. */
  rubric?: ToggledLines | null;
  format?: 'plain' | 'markdown';
};

/** Error code: the mark is lower than the student sees. */
export const lowerCode = 'lower_than_released';

/** Error code: a version the mentor has not seen exists. */
export const newerCode = 'newer_version';

/** The mark now stored on the server. */
export type CurrentMark = Pick<MarkBody, 'marks' | 'comments' | 'released'> & {
  rubric?: MarkRubric;
  marked_by: string | null;
};

const isTakenBack = (row: StaffSubmission, mark: MarkBody) =>
  row.released && !mark.released && mark.marks === row.marks && mark.comments === row.mark_comments;

const bodyOf = ({ body }: QueuedRequest) => body as unknown as MarkBody;
/** The stored mark as the new original. */
export const originalOfCurrent = ({ marks, comments, released, rubric }: CurrentMark): MarkBody => ({
  marks,
  comments,
  released,
  rubric: toggledOf(rubric),
});

function withMark(row: StaffSubmission, { marks, comments, released }: MarkBody): StaffSubmission {
  const { mark_comments_html: _, ...rest } = row;
  return { ...rest, state: 'marked', marks, mark_comments: comments, released };
}

/** The row with the stored mark. */
function withCurrent(row: StaffSubmission, current: CurrentMark): StaffSubmission {
  const { rubric: _, ...marked } = withMark(row, originalOfCurrent(current));
  return { ...marked, ...(current.rubric !== undefined && { rubric: current.rubric }) };
}

/**
 * The submission's queued mark, if any. A refused one becomes a draft again, except in a conflict, for a
 * newer version or when lowering what the student sees: there the mentor chooses.
 * @param onSaved gets the current row, and whether it was submitted here
 */
export function useMark(
  row: StaffSubmission,
  {
    address,
    newest,
    onNewest,
    addressOf,
  }: Pick<MarkPanelProps, 'address' | 'newest' | 'onNewest' | 'addressOf'>,
  onSaved: (changed: StaffSubmission, isOwn: boolean) => void,
) {
  const subject = subjects.mark(row.number);
  const act = useRequests(subject)[0];
  const isBeingSent = useFraction(act?.id) !== undefined;
  const isLower = act?.state === 'refused' && act.failure?.code === lowerCode;
  const { isReturned, failure, setFailure } = useReturnedRequest(act, !isLower);
  const pressed = useRef('');
  const navigate = useNavigate();
  const refused = act?.state === 'refused' ? act.failure : null;
  const newer = refused?.code === newerCode ? (refused.current as NewerVersion | undefined) : undefined;
  const current = newer === undefined ? (refused?.current as CurrentMark | undefined) : undefined;

  useSent((sent, answer) => {
    if (sent.subject !== subject) return false;
    onSaved(
      (answer as StaffSubmission | undefined) ?? withMark(row, bodyOf(sent)),
      pressed.current === sent.id,
    );
    return true;
  });
  const isWaiting = act?.state === 'waiting';
  return {
    body: act === undefined || isReturned ? null : bodyOf(act),
    isBusy: isWaiting && (act.failure === null || isBeingSent),
    /** Waiting after a failed attempt; null otherwise. */
    waiting: isWaiting && act.failure !== null ? act : null,
    failure,
    conflict:
      act === undefined || current === undefined
        ? null
        : {
            current,
            mine: bodyOf(act),
            message: act.failure?.message ?? '',
            sendMine() {
              pressed.current = act.id;
              void sendChanged(act, { ...act.body, original: originalOfCurrent(current) });
            },
            keepTheirs() {
              onSaved(withCurrent(row, current), true);
              void removeRequest(act);
            },
          },
    /** Lowers what the student sees; null if not, or if confirmed. */
    lower:
      act === undefined || !isLower
        ? null
        : {
            mine: bodyOf(act),
            message: act.failure?.message ?? '',
            confirm() {
              pressed.current = act.id;
              void sendChanged(act, { ...act.body, confirm_lower: true });
            },
            leave: () => void takeBack(act),
          },
    /** A version newer than the opened one; null if none. */
    newer:
      act === undefined || newer === undefined
        ? null
        : {
            newer,
            own: bodyOf(act),
            message: act.failure?.message ?? '',
            confirm() {
              pressed.current = act.id;
              onNewest(newer.number);
              void sendChanged(act, { ...act.body, newest: newer.number });
            },
            /** Makes the text this version's draft again. */
            open: () =>
              void takeBack(act).then(() => navigate(addressOf(newer.number), { preventScrollReset: true })),
          },
    /** Queues a mark; withdrawing ignores newer versions. */
    async save(mark: MarkBody, drafts: Readonly<Record<string, string>> = {}): Promise<void> {
      setFailure(null);
      pressed.current = await queueRequest({
        call: 'markSubmission',
        params: { id: row.number },
        body: { ...mark, original: seenMark(row), ...(!isTakenBack(row, mark) && { newest }) },
        subject,
        label: { task: row.task, name: row.student.s_name, to: address },
        drafts,
      });
    },
    takeBack: () => act && void takeBack(act),
  };
}
export type MarkOutbox = ReturnType<typeof useMark>;
