import type { FormEvent } from 'react';
import {
  auditAddress,
  auditKindNames,
  auditKinds,
  auditView,
  type AuditView,
} from '#contract/privacy/audit-view';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import styles from './audit.module.css';

/** The filters are in the address. */
export function AuditFilters({ view, onChoose }: { view: AuditView; onChoose: (address: string) => void }) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const typed = [...fields].map(([name, value]): [string, string] => [name, String(value)]);
    onChoose(auditAddress(auditView(new URLSearchParams(typed))));
  };
  const isFiltered = auditAddress({ ...view, after: '' }) !== auditAddress();
  return (
    // A new key remounts the fields, so that they show filters that a link in the list has set.
    <form
      method="get"
      key={auditAddress(view)}
      role="search"
      aria-label="Audit log"
      className={styles['filters']}
      onSubmit={send}
    >
      <TextField
        label="Who acted"
        placeholder="An email, or “operator”"
        name="who"
        defaultValue={view.who}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label="About"
        placeholder="Email, receipt, batch or project"
        name="whom"
        defaultValue={view.whom}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField label="Kind" name="kind" defaultValue={view.kind ?? ''}>
        <option value="">Everything</option>
        {auditKindNames.map((kind) => (
          <option key={kind} value={kind}>
            {auditKinds[kind]}
          </option>
        ))}
      </SelectField>
      <TextField label="From" name="from" type="date" defaultValue={view.from} />
      <TextField label="To" name="to" type="date" defaultValue={view.to} />
      <div className={styles['buttons']}>
        <Button type="submit" variant="secondary">
          Show
        </Button>
        {isFiltered && (
          <ButtonLink to={auditAddress()} variant="quiet">
            Show everything
          </ButtonLink>
        )}
      </div>
    </form>
  );
}
