import { useState } from 'react';
import type { ShownTask } from '../../../lib/withheld-marks.ts';
import { Button } from '../../../ui/button.tsx';
import { tellRead } from './read-marks.ts';

/** Reveals a mark's number once its comment was read. */
export function ShowNumber({
  s_id,
  name,
  task,
  onShown,
  onChanged,
}: {
  /** The student's id in calls. */
  s_id: string;
  name: string;
  task: ShownTask;
  onShown: () => void;
  /** Reloads the tasks, now with the number. */
  onChanged: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    onShown();
    await tellRead(s_id, task);
    onChanged();
  };
  return (
    <dd>
      <Button variant="secondary" small busy={isBusy} onClick={() => void show()} data-needs-script>
        {`Show my marks for ${name}`}
      </Button>
    </dd>
  );
}
