import { useRevalidator } from 'react-router';
import { taskLabel } from '../../lib/task-label.ts';
import type { Rubric } from '#contract/projects/rubric-calls';
import { call, errorMessage } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { newIdempotencyKey } from '../../lib/forms/idempotency-key.ts';
import { tellScreen } from '../../lib/screen-message.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';

const handIns = (count: number) => (count === 1 ? '1 hand-in' : `${count} hand-ins`);

/** Asks whether marks that are not released shall follow lines that have changed; nothing is asked where none would. */
export function RemarkQuestion({ rubric: { project, task, outdated } }: { rubric: Rubric }) {
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  if (outdated === 0) return null;
  const remark = () =>
    run(async () => {
      await call('remarkByRubric', {
        params: { p_id: project.id, task },
        idempotencyKey: newIdempotencyKey(),
      });
      await revalidate();
      tellScreen('remarked');
    });
  return (
    <Notice tone="warning" role="note" title={`${handIns(outdated)} held back by former lines`}>
      <p>{`For ${taskLabel(task)} they were marked by lines that have changed since. Shall they follow the rubric as it is now? Marks that were given against it stay, and what is released is not touched.`}</p>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void remark();
        }}
      >
        <FormKey of={`remark-${outdated}`} />
        <input type="hidden" name="act" value="remark" />
        <Button
          type="submit"
          variant="secondary"
          busy={isBusy}
        >{`Mark ${handIns(outdated)} by the lines as they are now`}</Button>
      </form>
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
    </Notice>
  );
}
