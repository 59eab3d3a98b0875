import type { VivaHour } from '#contract/viva-hour/hour-calls';
import { isUnkept } from '../../lib/outbox/request-store.ts';
import { removeRequest, sendChanged } from '../../lib/outbox/change-request.ts';
import { queueRequest } from '../../lib/outbox/queue-request.ts';
import { takeBack } from '../../lib/outbox/take-back.ts';
import { useClaim, useRequests, useReturnedRequest, useSent } from '../../lib/outbox/use-outbox.ts';
import { subjects } from '../../lib/stored-names/offline.ts';
import type { bodyOf } from './typed-paper.ts';

/** The press that gives marks: it waits in the outbox, and a refused one is a draft again. */
export function useGiveMarks(
  hour: VivaHour,
  { address, onGiven }: { address: string; onGiven: (hour: VivaHour | undefined) => void },
) {
  const { s_id, s_name } = hour.student;
  const subject = subjects.viva(s_id);
  const request = useRequests(subject)[0];
  useClaim(subject);
  const { isReturned, failure, setFailure } = useReturnedRequest(request);
  useSent((sent, answer) => {
    if (sent.subject !== subject) return false;
    onGiven(answer as VivaHour | undefined);
    return true;
  });
  const waiting = request?.state === 'waiting' && !isReturned ? request : null;
  const current =
    request?.state === 'refused' ? (request.failure?.current as VivaHour | undefined) : undefined;
  return {
    waiting,
    isKept: waiting !== null && !isUnkept(waiting.id),
    failure,
    conflict:
      request === undefined || current === undefined
        ? null
        : {
            current,
            sendMine() {
              const { marks: _, at: __, ...began } = current.own ?? { marks: 0, at: '' };
              void sendChanged(request, { ...request.body, began });
            },
            keepTheirs() {
              void removeRequest(request);
              onGiven(current);
            },
          },
    takeBack: () => request && void takeBack(request),
    async give(body: ReturnType<typeof bodyOf>, drafts: Readonly<Record<string, string>>): Promise<void> {
      setFailure(null);
      await queueRequest({
        call: 'giveVivaMarks',
        params: { s_id },
        body,
        subject,
        label: { name: s_name, to: address },
        drafts,
      });
    },
  };
}
