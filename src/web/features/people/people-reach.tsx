import { useId } from 'react';
import type { People, PeopleReach } from '#contract/people/calls';
import { personAddress, type PeopleAct } from '#contract/people/people-view';
import { Link, useRevalidator } from 'react-router';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SelectField } from '../../ui/field.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { StaffReason } from './staff-fields.tsx';
import { actWords, peopleCount } from './people-words.ts';
import styles from './people.module.css';

function ActButton({ act }: { act: PeopleAct }) {
  return (
    <Button type="submit" variant="secondary" small name="act" value={act}>
      {actWords[act].short}
    </Button>
  );
}

type Selection = {
  count: number;
  /** Of them, on other pages. */
  elsewhere: number;
  isWhole: boolean;
  onChooseAll: (all: boolean) => void;
  onClear: () => void;
};

/** Who is ticked, on this page and others. */
function Selected({ count, elsewhere, isWhole, onChooseAll, onClear }: Selection) {
  return (
    <>
      <label className={styles['all']} data-needs-script>
        <input type="checkbox" checked={isWhole} onChange={({ target }) => onChooseAll(target.checked)} />
        <span>Select all on this page</span>
      </label>
      {count > 0 && (
        <>
          <span role="status" className={styles['all']}>
            {`${peopleCount(count)} selected${elsewhere === 0 ? '' : `, ${elsewhere} of them not on this page`}`}
          </span>
          <Button variant="quiet" small onClick={onClear}>
            Clear selection
          </Button>
        </>
      )}
    </>
  );
}

/** The button's value is the action. */
export function BulkActions({
  selection,
  places,
  batch,
  choices,
  chosen,
}: {
  selection: Selection;
  places: readonly string[];
  batch: string;
  choices: People['choices'];
  /** Of accounts. */
  chosen: number;
}) {
  return (
    <div
      className={classNames('bottom-bar', styles['bulk'])}
      role="group"
      aria-label="Actions for the selected people"
      data-chosen={selection.count}
    >
      <Selected {...selection} />
      <div className={styles['acts']} data-accounts={chosen}>
        {chosen < selection.count && (
          <span className={styles['all']}>{`${peopleCount(chosen)} with an account:`}</span>
        )}
        {choices !== undefined && (
          <>
            <SelectField label="Project" name="p_id">
              <option value="">The preferred project</option>
              {choices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <ActButton act="choose-project" />
          </>
        )}
        <SelectField label="To batch" name="to" defaultValue={batch}>
          {places.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <ActButton act="place" />
        {(['confirm', 'send-reset', 'sign-out', 'suspend', 'bring-back'] as const).map((act) => (
          <ActButton key={act} act={act} />
        ))}
      </div>
    </div>
  );
}

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

/** The heading of the review, and its button. */
export function reachTitle({ act, batch, reached }: PeopleReach): string {
  const words = actWords[act];
  if (reached.length === 0) return words.name;
  return `${words.press(peopleCount(reached.length))}${batch === null ? '' : ` in ${batch}`}`;
}

/**
 * Who is changed and who is not. It runs for all of them or for nobody.
 * @param back the list from which they were chosen
 */
export function PeopleReachForm({ of, back }: { of: PeopleReach; back: string }) {
  const { act, reached, refused } = of;
  const ids = reached.map(({ id }) => id);
  const shown = reached.flatMap(({ id, began }) => (began === undefined ? [] : [[id, began] as const]));
  const { revalidate } = useRevalidator();
  const form = useActionForm({
    formName: 'people',
    hidden: {
      ids: ids.join(','),
      ...(shown.length > 0 && { began: JSON.stringify(Object.fromEntries(shown)) }),
    },
    // What others have changed meanwhile.
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
          button={reachTitle(of)}
          variant={act === 'suspend' ? 'danger' : 'primary'}
          gap={4}
          narrow
          further={toList}
        >
          {act === 'suspend' && <StaffReason form={form} />}
        </ActionForm>
      )}
    </>
  );
}
