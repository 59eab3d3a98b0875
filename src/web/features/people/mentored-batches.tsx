import type { MentoredBatch } from '#contract/progress/mentor-calls';
import { useSeenAction } from '../../lib/forms/use-seen-action.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { FoldSummary, Stack } from '../../ui/layout.tsx';

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

/** What becomes of it. */
function openWords({ others, questions, announcements, marks, students = 0 }: MentoredBatch): string[] {
  const next = others === 0 ? 'the office' : 'the other mentors';
  return [
    others === 0 && 'Nobody else mentors this batch.',
    questions > 0 &&
      `${counted(questions, 'private question waits', 'private questions wait')} for an answer, and will wait for ${next}.`,
    announcements > 0 &&
      `${counted(announcements, 'planned announcement', 'planned announcements')} will still be published.`,
    marks > 0 &&
      `${counted(marks, 'mark is', 'marks are')} not released. Another mentor or the office can release them.`,
    students > 0 &&
      `${counted(students, 'student is', 'students are')} assigned to this mentor, and will be assigned to nobody.`,
    'Marks, comments and posts stay. Requests for reviews and extensions stay with the batch.',
  ].filter((words) => words !== false);
}

function TakeOff({ mentored, name }: { mentored: MentoredBatch; name: string }) {
  const { batch, questions, announcements, marks, students } = mentored;
  const form = useSeenAction({
    formName: 'take-off',
    target: { batch },
    seen: { questions, announcements, marks, students },
  });
  return (
    <details>
      <FoldSummary>{`Take off ${batch}`}</FoldSummary>
      <ActionForm form={form} button={`Take ${name} off ${batch}`} variant="danger">
        <ul>
          {openWords({ ...mentored, ...form.changed }).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </ActionForm>
    </details>
  );
}

/** A mentor's batches. The open work of each is shown before the mentor is taken off. */
export function MentoredBatches({ batches, name }: { batches: readonly MentoredBatch[]; name: string }) {
  if (batches.length === 0) return null;
  return (
    <Stack gap={3}>
      {batches.map((of) => (
        <TakeOff key={of.batch} mentored={of} name={name} />
      ))}
    </Stack>
  );
}
