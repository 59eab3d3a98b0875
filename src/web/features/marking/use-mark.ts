import { useRef } from 'react';
import type { RubricLine } from '#contract/projects/rubric-calls';
import { useNavigate } from 'react-router';
import type { CurrentMark, NewerVersion, StaffSubmission } from '#contract/marking/calls';
import type { QueuedRequest } from '../../lib/outbox/queued-request.ts';
import { queueRequest, removeRequest, sendChanged, takeBack } from '../../lib/outbox/queue-request.ts';
import { useFraction, useRequests, useReturnedRequest, useSent } from '../../lib/outbox/use-outbox.ts';
import { beganOfMark, onTopOf, seenMark, toggledOf, type ToggledLines } from './marks.ts';
import { subjects } from '../../lib/stored-names/offline.ts';

export type MarkPanelProps = {
  address: string;
  userId: string;
  /** Receipt number of the newest version the mentor has seen. */
  newest: string;
  onNewest: (number: string) => void;
  addressOf: (number: string) => string;
  rubricLines: readonly RubricLine[];
  /** Opens the next submission, which shows what was saved. */
  onGoOn: (saved?: StaffSubmission) => void;
};

export type MarkBody = {
  marks: number;
  comments: string;
  released: boolean;
  /** Absent: unchanged. */
  rubric?: ToggledLines | null;
  format?: 'plain' | 'markdown';
  /** The mark it was typed over; by default the row's. */
  original?: unknown;
  /** What its changed parts showed. */
  began?: Record<string, unknown>;
};

/** The mark is lower than the student sees. */
export const lowerCode = 'lower_than_released';

/** A version the mentor has not seen exists. */
export const newerCode = 'newer_version';

const isTakenBack = (row: StaffSubmission, mark: MarkBody) =>
  row.released && !mark.released && mark.marks === row.marks && mark.comments === row.mark_comments;

const bodyOf = ({ body }: QueuedRequest) => body as unknown as MarkBody;
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

function withCurrent(row: StaffSubmission, current: CurrentMark): StaffSubmission {
  const { rubric: _, ...marked } = withMark(row, originalOfCurrent(current));
  const { comments_html: html, rubric } = current;
  return {
    ...marked,
    ...(html !== undefined && { mark_comments_html: html }),
    ...(rubric !== undefined && { rubric }),
  };
}

/**
 * Withdrawing ignores newer versions.
 * @param address the submission's on the desk
 * @param newest receipt number of the newest version the mentor has seen
 * @param drafts by draft key, deleted once it is sent
 * @returns the queued request's id
 */
export function queueMark(
  row: StaffSubmission,
  mark: MarkBody,
  { address, newest }: { address: string; newest: string },
  drafts: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { original = seenMark(row) } = mark;
  const began = beganOfMark(mark, original as ReturnType<typeof seenMark>);
  return queueRequest({
    call: 'markSubmission',
    params: { id: row.number },
    body: { ...mark, original, began, ...(!isTakenBack(row, mark) && { newest }) },
    subject: subjects.mark(row.number),
    label: { task: row.task, name: row.student.s_name, to: address },
    drafts,
  });
}

/**
 * A refused mark becomes a draft again; in a conflict, for a newer version or a lower mark the mentor
 * chooses.
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
  const newerVersion =
    refused?.code === newerCode ? (refused.current as NewerVersion | undefined) : undefined;
  const current = newerVersion === undefined ? (refused?.current as CurrentMark | undefined) : undefined;

  useSent((sent, answer) => {
    if (sent.subject !== subject) return false;
    onSaved(
      (answer as StaffSubmission | undefined) ?? withMark(row, bodyOf(sent)),
      pressed.current === sent.id,
    );
    return true;
  });
  const isWaiting = act?.state === 'waiting';
  const conflict =
    act === undefined || current === undefined
      ? null
      : {
          current,
          mine: onTopOf(bodyOf(act), originalOfCurrent(current)),
          message: act.failure?.message ?? '',
          takesFocus: true,
          sendMine() {
            pressed.current = act.id;
            const original = originalOfCurrent(current);
            void sendChanged(act, { ...onTopOf(bodyOf(act), original), original });
          },
          keepTheirs() {
            onSaved(withCurrent(row, current), true);
            void removeRequest(act);
          },
        };
  const lower =
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
        };
  const newer =
    act === undefined || newerVersion === undefined
      ? null
      : {
          newer: newerVersion,
          own: bodyOf(act),
          message: act.failure?.message ?? '',
          confirm() {
            pressed.current = act.id;
            onNewest(newerVersion.number);
            void sendChanged(act, { ...act.body, newest: newerVersion.number });
          },
          open: () =>
            void takeBack(act).then(() =>
              navigate(addressOf(newerVersion.number), { preventScrollReset: true }),
            ),
        };
  return {
    body: act === undefined || isReturned ? null : bodyOf(act),
    isBusy: isWaiting && (act.failure === null || isBeingSent),
    /** After a failed attempt; null otherwise. */
    waiting: isWaiting && act.failure !== null ? act : null,
    failure,
    conflict,
    /** Null if it lowers nothing, or if confirmed. */
    lower,
    /** Null if the mentor has seen the newest. */
    newer,
    async save(mark: MarkBody, drafts?: Readonly<Record<string, string>>): Promise<void> {
      setFailure(null);
      pressed.current = await queueMark(row, mark, { address, newest }, drafts);
    },
    takeBack: () => act && void takeBack(act),
  };
}
export type MarkOutbox = ReturnType<typeof useMark>;

const nothing = () => {};

/** Sends the mark in spite of the question; null without one. No key overwrites what a colleague saved. */
export const confirmOf = ({ conflict, lower, newer }: MarkOutbox): (() => void) | null =>
  conflict === null ? (lower?.confirm ?? newer?.confirm ?? null) : nothing;
