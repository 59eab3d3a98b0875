import type { People } from '#contract/people/calls';
import type { BulkActionName } from '#contract/people/people-view';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SelectField } from '../../ui/field.tsx';
import { bulkActionWords, peopleCount } from './people-words.ts';
import styles from './people.module.css';

function BulkActionButton({ action }: { action: BulkActionName }) {
  return (
    <Button type="submit" variant="secondary" small name="act" value={action}>
      {bulkActionWords[action].short}
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

/** The clicked button's value is the bulk action. */
export function BulkActions({
  selection,
  places,
  batch,
  choices,
  accounts,
}: {
  selection: Selection;
  places: readonly string[];
  batch: string;
  choices: People['choices'];
  /** How many of the selected people have an account. */
  accounts: number;
}) {
  return (
    <div
      className={classNames('bottom-bar', styles['bulk'])}
      role="group"
      aria-label="Actions for the selected people"
      data-chosen={selection.count}
    >
      <Selected {...selection} />
      <div className={styles['buttons']} data-accounts={accounts}>
        {accounts < selection.count && (
          <span className={styles['all']}>{`${peopleCount(accounts)} with an account:`}</span>
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
            <BulkActionButton action="choose-project" />
          </>
        )}
        <SelectField label="To batch" name="to" defaultValue={batch}>
          {places.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <BulkActionButton action="place" />
        {(['confirm', 'send-reset', 'sign-out', 'suspend', 'bring-back'] as const).map((action) => (
          <BulkActionButton key={action} action={action} />
        ))}
      </div>
    </div>
  );
}
