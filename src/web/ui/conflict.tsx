import { changedMeanwhile, ConflictNotice } from './conflict-notice.tsx';
import { Small } from './layout.tsx';
import styles from './conflict.module.css';

export type FieldConflict = { name: string; label: string; theirs: string; mine: string };

/** Long texts scroll, also by keyboard. */
const longText = 400;

function Values({ fields, side }: { fields: readonly FieldConflict[]; side: 'theirs' | 'mine' }) {
  return fields.map((field) => (
    <div key={field.name}>
      {fields.length > 1 && <p className={styles['field']}>{field.label}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['value']} tabIndex={field[side].length > longText ? 0 : undefined}>
        {field[side] === '' ? <Small as="span">Empty</Small> : <span>{field[side]}</span>}
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
      theirs={<Values fields={fields} side="theirs" />}
      mineLabel={`Yours${of}`}
      mine={<Values fields={fields} side="mine" />}
      {...choices}
    />
  );
}
