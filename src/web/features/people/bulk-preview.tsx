import { useId } from 'react';
import type { PeopleReach } from '#contract/people/calls';
import { personAddress } from '#contract/people/people-view';
import { Link, useRevalidator } from 'react-router';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { StaffReason } from './staff-fields.tsx';
import { bulkActionWords, peopleCount } from './people-words.ts';
import styles from './people.module.css';

type Named = { id: string; s_id: string; s_name: string };

/** @param isHidden for screen readers only: the screen's heading says it already */
function Names({
  title,
  isHidden = false,
  people,
}: {
  title: string;
  isHidden?: boolean;
  people: readonly (Named & { words: string | null })[];
}) {
  const id = useId();
  return (
    <Stack as="section" gap={2} aria-labelledby={id}>
      <h2 id={id} className={isHidden ? 'visually-hidden' : undefined}>
        {title}
      </h2>
      <ul className={styles['names']}>
        {people.map(({ id: key, s_id, s_name, words }) => (
          <li key={key}>
            <Link to={personAddress(s_id)}>{s_name}</Link>
            <Small as="span">{` ${s_id}`}</Small>
            {words !== null && <div>{words}</div>}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** The heading of the preview, and its button. */
export function previewTitle({ act: action, batch, reached }: PeopleReach): string {
  const words = bulkActionWords[action];
  if (reached.length === 0) return words.name;
  return `${words.press(peopleCount(reached.length))}${batch === null ? '' : ` in ${batch}`}`;
}

/**
 * Whom a bulk action changes and whom it cannot change. It changes all of the first or nobody.
 * @param back the list from which they were chosen
 */
export function BulkPreview({ preview, back }: { preview: PeopleReach; back: string }) {
  const { act: action, reached, refused } = preview;
  const ids = reached.map(({ id }) => id);
  const shownBefore = reached.flatMap(({ id, began }) => (began === undefined ? [] : [[id, began] as const]));
  const { revalidate } = useRevalidator();
  const form = useActionForm({
    formName: 'people',
    hidden: {
      ids: ids.join(','),
      ...(shownBefore.length > 0 && { began: JSON.stringify(Object.fromEntries(shownBefore)) }),
    },
    // The refusal may come from what others changed meanwhile: show it.
    onRefused: () => void revalidate(),
  });
  const toList = (
    <ButtonLink variant="secondary" to={back}>
      Back to the list
    </ButtonLink>
  );
  return (
    <>
      {reached.length > 0 && (
        <Names
          title="Selected people"
          isHidden
          people={reached.map(({ note, ...named }) => ({ ...named, words: note }))}
        />
      )}
      {refused.length > 0 && (
        <Names
          title={`Not possible for ${peopleCount(refused.length)}`}
          people={refused.map(({ reason, ...named }) => ({ ...named, words: reason }))}
        />
      )}
      {reached.length === 0 ? (
        <div>{toList}</div>
      ) : (
        <ActionForm
          form={form}
          button={previewTitle(preview)}
          variant={action === 'suspend' ? 'danger' : 'primary'}
          gap={4}
          narrow
          further={toList}
        >
          {action === 'suspend' && <StaffReason form={form} />}
        </ActionForm>
      )}
    </>
  );
}
