import type { ImportDetails } from '#contract/people/import-calls';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { FoldCard } from '../../../ui/card.tsx';
import { Small } from '../../../ui/layout.tsx';
import { peopleCount } from '../people-words.ts';

const areIs = (count: number) => (count === 1 ? 'has' : 'have');

/** Whoever has signed up stays, and what the file changed of people who were known before. */
export function UndoImport({ peopleImport: { brought, undone } }: { peopleImport: ImportDetails }) {
  const waiting = brought?.waiting ?? 0;
  const form = useActionForm({ formName: 'undo', hidden: { people: String(waiting) } });
  if (brought === null || undone !== null || brought.people === 0) return null;
  const came = brought.people - waiting;
  return (
    <section aria-label="Undo this import">
      <p>
        {`It brought ${peopleCount(brought.people)}; ${peopleCount(waiting)} ${areIs(waiting)} not signed up.`}
      </p>
      {waiting > 0 && (
        <FoldCard title="Undo this import">
          <ActionForm form={form} button={`Remove ${peopleCount(waiting)}`} variant="danger" narrow>
            <p>
              {`They leave the list, and their invitations stop working.${came === 0 ? '' : ` ${peopleCount(came)} ${areIs(came)} signed up and stay.`}`}
            </p>
            <Small>Changes of this file to people who were known before stay.</Small>
          </ActionForm>
        </FoldCard>
      )}
    </section>
  );
}
