import { changedMeanwhile, ConflictNotice } from './conflict-notice.tsx';
import { Small } from './layout.tsx';
import styles from './conflict.module.css';

export type FieldConflict = { name: string; label: string; theirs: string; mine: string };

/** Long texts scroll, also by keyboard. */
const longText = 400;

function Values({ fields, of }: { fields: readonly FieldConflict[]; of: 'theirs' | 'mine' }) {
  return fields.map((field) => (
    <div key={field.name}>
      {fields.length > 1 && <p className={styles['field']}>{field.label}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['value']} tabIndex={field[of].length > longText ? 0 : undefined}>
        {field[of] === '' ? <Small as="span">Empty</Small> : <span>{field[of]}</span>}
      </div>
    </div>
  ));
}

/** What somebody else has changed of a form in the meantime. The highlighted button overwrites nobody. */
export function FormConflict({
  title,
  fields,
  ...choices
}: {
  title: string | undefined;
  fields: readonly FieldConflict[];
  onSendMine: () => void;
  onKeepTheirs: () => void;
}) {
  const [only] = fields.length === 1 ? fields : [];
  const of = only === undefined ? '' : `: ${only.label}`;
  return (
    <ConflictNotice
      title={title ?? changedMeanwhile}
      theirsLabel={`Saved now${of}`}
      theirs={<Values fields={fields} of="theirs" />}
      mineLabel={`Yours${of}`}
      mine={<Values fields={fields} of="mine" />}
      {...choices}
    />
  );
}
