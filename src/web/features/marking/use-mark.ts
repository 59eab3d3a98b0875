import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RubricLine } from '#contract/projects/rubric-calls';
import { useNavigate } from 'react-router';
import type { CurrentMark as CurrentVersionMark, NewerVersion } from '#contract/marking/calls';
import type { QueuedRequest } from '../../lib/outbox/queued-request.ts';
import { removeRequest, sendChanged } from '../../lib/outbox/change-request.ts';
import { queueRequest } from '../../lib/outbox/queue-request.ts';
import { takeBack } from '../../lib/outbox/take-back.ts';
import { useFraction, useRequests, useReturnedRequest, useSent } from '../../lib/outbox/use-outbox.ts';
import type { StaffRecord } from '#contract/marking/recorded-mark-calls';
import type { RecordedTask } from '#contract/marking/recorded-calls';
import type { RecordStatus } from '#contract/marking/recorded';
import { ofRecord, recordRow } from './recorded/record-row.ts';
import { beganOfMark, onTopOf, seenMark, toggledOf, type MarkRow, type ToggledLines } from './marks.ts';
import { subjects } from '../../lib/stored-names/offline.ts';

export type MarkPanelProps<Row extends MarkRow = MarkRow> = {
  address: string;
  userId: string;
  /** Receipt number of the newest version the mentor has seen; null without one. */
  newest: string | null;
  onNewest: (number: string) => void;
  addressOf: (number: string) => string;
  rubricLines: readonly RubricLine[];
  /** Opens the next submission, which shows what was saved; absent without a list. */
  onGoOn?: ((saved?: Row) => void) | undefined;
};

/** For conflicts. A record's names it in its own words. */
export type CurrentMark = CurrentVersionMark | StaffRecord;

export type MarkBody = {
  /** Of a record. */
  status?: RecordStatus;
  /** Null for an excused task. */
  marks: number | null;
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

/** Of a version, whose mark is a number. */
export type VersionMarkBody = MarkBody & { marks: number };

/** The mark is lower than the student sees. */
export const lowerCode = 'lower_than_released';

/** A version the mentor has not seen exists. */
export const newerCode = 'newer_version';

const nothing = () => {};

const isTakenBack = (row: MarkRow, mark: MarkBody) =>
  row.released &&
  !mark.released &&
  mark.status === (row.status ?? undefined) &&
  mark.marks === row.marks &&
  mark.comments === row.mark_comments;

const bodyOf = ({ body }: QueuedRequest) => body as unknown as MarkBody;
export const originalOfCurrent = ({ marks, comments, released, rubric, ...of }: CurrentMark): MarkBody => ({
  ...('status' in of && { status: of.status }),
  marks,
  comments,
  released,
  rubric: toggledOf(rubric),
});

const rowOfAnswer = <Row extends MarkRow>(row: Row, answer: unknown): Row =>
  (row.status === undefined ? answer : recordRow(answer as RecordedTask)) as Row;

function withMark<Row extends MarkRow>(row: Row, { status, marks, comments, released }: MarkBody): Row {
  const { mark_comments_html: _, ...rest } = row;
  const given = status === undefined ? { state: 'marked' } : { status };
  return { ...rest, ...given, marks, mark_comments: comments, released } as Row;
}

function withCurrent<Row extends MarkRow>(row: Row, current: CurrentMark): Row {
  if ('status' in current) return { ...row, ...recordRow({ ...ofRecord(row), record: current }) };
  const { rubric: _, ...marked } = withMark(row, originalOfCurrent(current));
  const { comments_html: html, rubric } = current;
  return {
    ...marked,
    ...(html !== undefined && { mark_comments_html: html }),
    ...(rubric !== undefined && { rubric }),
  } as Row;
}

/**
 * Withdrawing ignores newer versions.
 * @param address the submission's on the desk
 * @param newest receipt number of the newest version the mentor has seen
 * @param drafts by draft key, deleted once it is sent
 * @returns the queued request's id
 */
export function queueMark(
  row: MarkRow,
  mark: MarkBody,
  { address, newest }: { address: string; newest: string | null },
  drafts: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { original = seenMark(row), ...given } = mark;
  const began = beganOfMark(mark, original as ReturnType<typeof seenMark>);
  const known = isTakenBack(row, mark) ? {} : { newest };
  const { task, student } = row;
  const request =
    row.status === undefined
      ? ({ call: 'markSubmission', params: { id: row.number }, body: { ...given, original, began } } as const)
      : ({ call: 'recordMark', params: { s_id: student.s_id, task }, body: { ...given, began } } as const);
  return queueRequest({
    ...request,
    body: { ...request.body, ...known },
    subject: subjects.mark(row.number),
    label: { task, name: student.s_name, to: address },
    drafts,
  });
}

/**
 * A refused mark becomes a draft again; in a conflict, for a newer version or a lower mark the mentor
 * chooses.
 * @param onSaved gets the current row, and whether it was submitted here
 * @param onWaiting what was submitted here is sent later: the portal cannot be reached
 */
export function useMark<Row extends MarkRow>(
  row: Row,
  {
    address,
    newest,
    onNewest,
    addressOf,
  }: Pick<MarkPanelProps, 'address' | 'newest' | 'onNewest' | 'addressOf'>,
  onSaved: (changed: Row, isOwn: boolean) => void,
  onWaiting: () => void = nothing,
) {
  const subject = subjects.mark(row.number);
  const request = useRequests(subject)[0];
  const isBeingSent = useFraction(request?.id) !== undefined;
  const isLower = request?.state === 'refused' && request.failure?.code === lowerCode;
  const { isReturned, failure, setFailure } = useReturnedRequest(request, !isLower);
  const pressed = useRef('');
  const [ownId, setOwnId] = useState('');
  const navigate = useNavigate();
  const refused = request?.state === 'refused' ? request.failure : null;
  const newerVersion =
    refused?.code === newerCode ? (refused.current as NewerVersion | undefined) : undefined;
  const current = newerVersion === undefined ? (refused?.current as CurrentMark | undefined) : undefined;

  useSent((sent, answer) => {
    if (sent.subject !== subject) return false;
    const saved = answer === undefined ? withMark(row, bodyOf(sent)) : rowOfAnswer(row, answer);
    onSaved(saved, pressed.current === sent.id);
    return true;
  });
  const isWaiting = request?.state === 'waiting';
  // A session is renewed here, and an unreachable portal holds nobody up.
  const isOwnLater =
    isWaiting && request.id === ownId && request.failure !== null && request.failure.status !== 401;
  const waits = useEffectEvent(onWaiting);
  useEffect(() => {
    if (isOwnLater) waits();
  }, [isOwnLater]);
  const conflict =
    request === undefined || current === undefined
      ? null
      : {
          current,
          mine: onTopOf(bodyOf(request), originalOfCurrent(current)),
          message: request.failure?.message ?? '',
          takesFocus: true,
          sendMine() {
            pressed.current = request.id;
            const original = originalOfCurrent(current);
            void sendChanged(request, { ...onTopOf(bodyOf(request), original), original });
          },
          keepTheirs() {
            onSaved(withCurrent(row, current), true);
            void removeRequest(request);
          },
        };
  const lower =
    request === undefined || !isLower
      ? null
      : {
          mine: bodyOf(request),
          message: request.failure?.message ?? '',
          confirm() {
            pressed.current = request.id;
            void sendChanged(request, { ...request.body, confirm_lower: true });
          },
          leave: () => void takeBack(request),
        };
  const newer =
    request === undefined || newerVersion === undefined
      ? null
      : {
          newer: newerVersion,
          own: bodyOf(request),
          message: request.failure?.message ?? '',
          confirm() {
            pressed.current = request.id;
            onNewest(newerVersion.number);
            void sendChanged(request, { ...request.body, newest: newerVersion.number });
          },
          open: () =>
            void takeBack(request).then(() =>
              navigate(addressOf(newerVersion.number), { preventScrollReset: true }),
            ),
        };
  return {
    body: request === undefined || isReturned ? null : bodyOf(request),
    isBusy: isWaiting && (request.failure === null || isBeingSent),
    /** After a failed attempt; null otherwise. */
    waiting: isWaiting && request.failure !== null ? request : null,
    failure,
    conflict,
    /** Null if it lowers nothing, or if confirmed. */
    lower,
    /** Null if the mentor has seen the newest. */
    newer,
    async save(mark: MarkBody, drafts?: Readonly<Record<string, string>>): Promise<void> {
      setFailure(null);
      const id = await queueMark(row, mark, { address, newest }, drafts);
      pressed.current = id;
      setOwnId(id);
    },
    takeBack: () => request && void takeBack(request),
  };
}
export type MarkOutbox = ReturnType<typeof useMark>;

/** Sends the mark in spite of the question; null without one. No key overwrites what a colleague saved. */
export const confirmOf = ({ conflict, lower, newer }: MarkOutbox): (() => void) | null =>
  conflict === null ? (lower?.confirm ?? newer?.confirm ?? null) : nothing;
