import { useRevalidator } from 'react-router';
import type { PlanView } from '#contract/vivas/plan-calls';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { countOf } from '../../ui/format-number.ts';
import { Small, Stack } from '../../ui/layout.tsx';

/** What will be sent, before the click that sends it. */
export function PublishForm({ untold: { first, moved, cancelled } }: Pick<PlanView, 'untold'>) {
  const { revalidate } = useRevalidator();
  const form = useActionForm({
    act: 'publish',
    // The next click tells what is shown then.
    onRefused: () => void revalidate(),
    hidden: { first: String(first), moved: String(moved), cancelled: String(cancelled) },
  });
  const all = first + moved + cancelled;
  if (all === 0) return null;
  const parts = [
    first > 0 && `${countOf(first, 'student gets a time', 'students get a time')}`,
    moved > 0 && `${countOf(moved, 'student', 'students')} another time or place`,
    cancelled > 0 && `${countOf(cancelled, 'viva is', 'vivas are')} cancelled`,
  ].filter((part) => part !== false);
  return (
    <Stack gap={2}>
      <ActionForm form={form} button={`Tell ${countOf(all, 'student')}`} variant="primary" />
      <Small>{`${parts.join(', ')}. Each student sees their time in the portal at once and gets it in the day’s email. With a viva within two days, the email is sent now.`}</Small>
    </Stack>
  );
}
