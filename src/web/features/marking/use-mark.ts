import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { RubricLine } from '#contract/projects/rubric-calls';
import { removeRequest, sendChanged } from '../../lib/outbox/change-request.ts';
import type { QueuedRequest } from '../../lib/outbox/queued-request.ts';
import { takeBack } from '../../lib/outbox/take-back.ts';
import { useFraction, useRequests, useReturnedRequest, useSent } from '../../lib/outbox/use-outbox.ts';
import { subjects } from '../../lib/stored-names/offline.ts';
import { bodyOf, originalOfCurrent, withCurrent, withSent, type MarkBody } from './mark-body.ts';
import { openRefusal, type MarkQuestion } from './mark-question.ts';
import { onTopOf, type MarkRow } from './marks.ts';
import { queueMark } from './queue-mark.ts';

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

const nothing = () => {};

/**
 * A refused mark becomes a draft again, unless the mentor has to decide about it.
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
  const refusal = openRefusal(request);
  const { isReturned, failure, setFailure } = useReturnedRequest(request, refusal?.is !== 'lower');
  const pressed = useRef('');
  const [ownId, setOwnId] = useState('');
  const navigate = useNavigate();

  useSent((sent, answer) => {
    if (sent.subject !== subject) return false;
    onSaved(withSent(row, sent, answer), pressed.current === sent.id);
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

  function askAbout(refused: QueuedRequest): MarkQuestion | null {
    const asked = { mine: bodyOf(refused), message: refused.failure?.message ?? '' };
    const send = (body: NonNullable<QueuedRequest['body']>) => {
      pressed.current = refused.id;
      void sendChanged(refused, body);
    };
    switch (refusal?.is) {
      case undefined:
        return null;
      case 'lower':
        return {
          ...asked,
          is: 'lower',
          confirm: () => send({ ...refused.body, confirm_lower: true }),
          leave: () => void takeBack(refused),
        };
      case 'newer': {
        const { number } = refusal.newer;
        return {
          ...asked,
          ...refusal,
          confirm() {
            onNewest(number);
            send({ ...refused.body, newest: number });
          },
          open: () =>
            void takeBack(refused).then(() => navigate(addressOf(number), { preventScrollReset: true })),
        };
      }
      case 'conflict': {
        const original = originalOfCurrent(refusal.current);
        const mine = onTopOf(asked.mine, original);
        return {
          ...asked,
          ...refusal,
          mine,
          takesFocus: true,
          sendMine: () => send({ ...mine, original }),
          keepTheirs() {
            onSaved(withCurrent(row, refusal.current), true);
            void removeRequest(refused);
          },
        };
      }
    }
  }

  return {
    body: request === undefined || isReturned ? null : bodyOf(request),
    isBusy: isWaiting && (request.failure === null || isBeingSent),
    /** After a failed attempt; null otherwise. */
    waiting: isWaiting && request.failure !== null ? request : null,
    failure,
    question: request === undefined ? null : askAbout(request),
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
