import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { RubricLine } from '#contract/projects/rubric-calls';
import type { Preparation as PreparationView } from '#contract/projects/viva-bank-calls';
import { gradesAddress } from '#contract/screens';
import type { TimelineTask } from '#contract/submissions/calls';
import type { Call } from '../../lib/calls/client.ts';
import { loadPart } from '../../lib/calls/load-part.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { useRead } from '../../lib/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PointLines } from '../projects/point-lines.tsx';

/** Empty on failure: the viva's page does not wait for it. */
export async function readPreparation(call: Call, s_id: string): Promise<PreparationView> {
  return call('readVivaPreparation', { params: { s_id } }).catch(() => ({ samples: [], bring: null }));
}

const usualMinutes = 20;

function PracticePart({ minutes, samples }: { minutes: number; samples: PreparationView['samples'] }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { found, isBusy, failure, read } = useRead(() => loadPart(() => import('./practice.tsx')));
  const toggle = () => {
    setOpen(!isOpen);
    if (!isOpen && found === null) void read();
  };
  return (
    <Stack gap={3}>
      <div>
        <Button
          variant="secondary"
          busy={isBusy}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          data-needs-script
        >
          {isOpen ? 'Close the practice' : 'Practise the six steps'}
        </Button>
      </div>
      <MessageRoom>{failure !== null && <Notice tone="error">{failure}</Notice>}</MessageRoom>
      <div id={id} hidden={!isOpen}>
        {isOpen && found !== null && <found.Practice minutes={minutes} samples={samples} />}
      </div>
    </Stack>
  );
}

/** Around the specification's page: nothing here is needed to submit. @param minutes of the viva; null before it has a time */
export function Preparation({
  preparation: { samples, bring },
  rubric,
  tasks,
  minutes,
}: {
  preparation: PreparationView;
  rubric: readonly Pick<RubricLine, 'text' | 'points' | 'optional'>[];
  tasks: readonly TimelineTask[];
  minutes: number | null;
}) {
  const submitted = tasks.filter(
    ({ task, version, earlier_project }) => task !== 'viva' && version !== null && !earlier_project,
  );
  return (
    <Stack as="section" gap={5}>
      <h2>Prepare for your viva</h2>
      {bring !== null && (
        <Stack gap={2}>
          <h3>Bring with you</h3>
          <Markdown text={bring.text} html={bring.html} />
        </Stack>
      )}
      {rubric.length > 0 && (
        <Stack gap={2}>
          <h3>How it is marked</h3>
          <PointLines lines={rubric} />
        </Stack>
      )}
      {samples.length > 0 && (
        <Stack gap={2}>
          <h3>Sample questions</h3>
          <ul>
            {samples.map(({ text, html }) => (
              <li key={text}>
                <Markdown text={text} html={html} />
              </li>
            ))}
          </ul>
          <Small>These are samples. Your examiners choose the questions.</Small>
        </Stack>
      )}
      {submitted.length > 0 && (
        <Stack gap={2}>
          <h3>Your work so far</h3>
          <ul>
            {submitted.map(({ task, version }) => (
              <li key={task}>
                <Link to={gradesAddress(task)}>{taskLabel(task)}</Link>
                <span>{`, version ${version}`}</span>
              </li>
            ))}
          </ul>
        </Stack>
      )}
      <PracticePart minutes={minutes ?? usualMinutes} samples={samples} />
    </Stack>
  );
}
