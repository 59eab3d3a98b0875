import { gradesAddress } from '#contract/screens';
import { subjects } from '../../../lib/outbox/act.ts';
import { addAct, takeBack } from '../../../lib/outbox/press.ts';
import { useActs, useClaim, useSent } from '../../../lib/outbox/use-outbox.ts';
import { useReturnedAct } from '../../../lib/outbox/use-returned-act.ts';
import type { ShownTask } from '../../../lib/withheld-marks.ts';

/**
 * The task's queued review request, if any; a refused one becomes a draft again.
 * @param onSent called once it was sent
 */
export function useSecondLook(s_id: string, task: ShownTask, onSent: () => void) {
  const subject = subjects.secondLook(task.task);
  const act = useActs(subject)[0];
  useClaim(subject);
  const { isReturned, failure, setFailure } = useReturnedAct(act);
  useSent((sent) => {
    if (sent.subject !== subject) return false;
    onSent();
    return true;
  });
  const isWaiting = act?.state === 'waiting' && !isReturned;
  return {
    waiting: isWaiting ? act : null,
    reason: isWaiting ? String(act.body?.['reason'] ?? '') : null,
    failure,
    async ask(reason: string, drafts: Readonly<Record<string, string>>): Promise<void> {
      setFailure(null);
      await addAct({
        call: 'askSecondLook',
        params: { s_id },
        body: { task: task.task, version: task.marked_version, reason },
        subject,
        label: { task: task.task, to: gradesAddress(task.task) },
        drafts,
      });
    },
    takeBack: () => act && void takeBack(act),
  };
}
