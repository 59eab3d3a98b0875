import { useState } from 'react';
import { useActionData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { AccessToken } from '#contract/accounts/access-token-calls';
import { copyText } from '../../../lib/copy-text.ts';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, SelectField, TextField } from '../../../ui/field.tsx';
import { Row, Small, Stack } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { scopeWords } from './scope-words.ts';
import styles from './access-tokens.module.css';

/** `secret` is null for a repetition. */
export type MadeToken = { token: AccessToken; secret: string | null };
export type ShownToken = { made: MadeToken };

/** Days that a new token lasts unless its holder chooses others. */
export type TokenDays = { first: string; usual: string; last: string };

export function readToken(fields: Fields) {
  const { name = '', batch = '', ends_on = '' } = fields;
  const scopes = [
    ...(fields['reads'] === undefined ? [] : (['batch:read'] as const)),
    ...(fields['imports'] === undefined ? [] : (['people:import'] as const)),
  ];
  return { name, scopes, batch: batch === '' ? null : batch, ends_on };
}

/** Shown this once. */
function Secret({ made: { token, secret }, onStored }: { made: MadeToken; onStored: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  if (secret === null)
    return (
      <Notice tone="warning" title={`“${token.name}” was created before`}>
        <p>It was shown then, and is not shown again. If you do not have it, revoke it and create another.</p>
      </Notice>
    );
  return (
    <Stack gap={3}>
      <Notice tone="success" title={`“${token.name}” is created`}>
        <p>Copy it now and store it where your program reads its secrets. It is not shown again.</p>
      </Notice>
      <code className={styles['secret']} aria-label="API token">
        {secret}
      </code>
      <Row data-needs-script>
        <Button onClick={() => void copyText(secret).then(setCopied)}>Copy token</Button>
        <Button variant="secondary" onClick={onStored}>
          I have stored it
        </Button>
        <Small role="status">
          {copied === null
            ? ''
            : copied
              ? 'Copied.'
              : 'Your browser did not copy it. Select the token and copy it.'}
        </Small>
      </Row>
    </Stack>
  );
}

export function TokenForm({ user, days }: { user: CurrentUser; days: TokenDays }) {
  const posted = useActionData<ShownToken | object>();
  const [made, setMade] = useState<MadeToken | null>(
    posted !== undefined && 'made' in posted ? posted.made : null,
  );
  const form = useActionForm<ShownToken>({ formName: 'create', onDone: (done) => setMade(done.made) });
  if (made !== null && !form.isBusy) return <Secret made={made} onStored={() => setMade(null)} />;
  const isOffice = user.role === 'administrator';
  const ticked = (name: string, usual: boolean) =>
    form.values === undefined ? usual : form.values[name] !== undefined;
  return (
    <ActionForm form={form} button="Create API token" variant="primary" gap={4} narrow noValidate>
      <TextField
        {...form.field('name')}
        label="Name"
        maxLength={80}
        autoComplete="off"
        required
        hint="Which program uses it, such as “Progress on our website”."
      />
      {isOffice ? (
        <Stack as="fieldset" gap={2} className={styles['permissions']}>
          <legend>Permissions</legend>
          <Checkbox
            name="reads"
            value="on"
            label={scopeWords['batch:read']}
            defaultChecked={ticked('reads', true)}
          />
          <Checkbox
            name="imports"
            value="on"
            label={scopeWords['people:import']}
            defaultChecked={ticked('imports', false)}
          />
        </Stack>
      ) : (
        <input type="hidden" name="reads" value="on" />
      )}
      <SelectField
        {...form.field('batch')}
        label="Batches"
        hint="It may read their lists, marks and exports."
      >
        <option value="">{isOffice ? 'All batches' : 'All my batches'}</option>
        {user.batches.map((batch) => (
          <option key={batch}>{batch}</option>
        ))}
      </SelectField>
      <TextField
        {...form.field('ends_on', days.usual)}
        label="Last day"
        type="date"
        min={days.first}
        max={days.last}
        required
        hint="After this day the token stops working."
      />
    </ActionForm>
  );
}
