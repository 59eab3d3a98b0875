import type { NewerVersion } from '#contract/marking/calls';
import type { QueuedRequest } from '../../lib/outbox/queued-request.ts';
import type { CurrentMark, MarkBody } from './mark-body.ts';

/** The mark is lower than the student sees. */
export const lowerCode = 'lower_than_released';

/** A version the mentor has not seen exists. */
export const newerCode = 'newer_version';

type OpenRefusal =
  | { is: 'lower' }
  | { is: 'newer'; newer: NewerVersion }
  /** A colleague has saved another mark. */
  | { is: 'conflict'; current: CurrentMark };

/** Why the mentor decides about a refused mark; null if it becomes a draft again, or is not refused. */
export function openRefusal(request: QueuedRequest | undefined): OpenRefusal | null {
  if (request?.state !== 'refused' || request.failure === null) return null;
  const { code, current } = request.failure;
  if (code === lowerCode) return { is: 'lower' };
  if (current === undefined) return null;
  return code === newerCode
    ? { is: 'newer', newer: current as NewerVersion }
    : { is: 'conflict', current: current as CurrentMark };
}

/** A refused mark with what the mentor can do. */
export type MarkQuestion = { mine: MarkBody; message: string } & (
  | { is: 'lower'; confirm: () => void; leave: () => void }
  | { is: 'newer'; newer: NewerVersion; confirm: () => void; open: () => void }
  | {
      is: 'conflict';
      current: CurrentMark;
      takesFocus: boolean;
      sendMine: () => void;
      keepTheirs: () => void;
    }
);

/** Sends the mark in spite of the question; null without one. No key overwrites what a colleague saved. */
export function confirmOf(question: MarkQuestion | null): (() => void) | null {
  if (question === null) return null;
  return question.is === 'conflict' ? () => {} : question.confirm;
}
