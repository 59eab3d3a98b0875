import type { PortalCheck, PortalChecks as Page } from '#contract/operations/calls';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import styles from './operations.module.css';

const stateWords = { ok: 'Passed', warn: 'Needs attention', fail: 'Failing' };

/** What is not in order also says what to do. */
export function CheckList({ checks }: { checks: readonly PortalCheck[] }) {
  return (
    <ul className={styles['checks']}>
      {checks.map(({ id, title, state, found, todo }) => (
        <li key={id} className={styles['check']}>
          <span className={styles['state']} data-state={state}>
            {stateWords[state]}
          </span>
          <h3 className={styles['title']}>{title}</h3>
          <div>
            <Small>{found}</Small>
            {todo !== null && <p>{todo}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function HeldMailForm({ decision, emails }: { decision: 'send' | 'drop'; emails: string }) {
  const form = useActionForm({ formName: decision });
  return <ActionForm form={form} button={`${decision === 'send' ? 'Send' : 'Delete'} ${emails}`} />;
}

/** Asks once whether mail that waited for too long is still sent. */
export function HeldMail({ count }: { count: number }) {
  const emails = count === 1 ? '1 email' : `${count} emails`;
  return (
    <Stack as="section" gap={3} aria-labelledby="held-mail">
      <h3 id="held-mail">Email that was never sent</h3>
      <p>
        {count === 1
          ? '1 email is older than two days and was never sent. Do you still want to send it?'
          : `${emails} are older than two days and were never sent. Do you still want to send them?`}
      </p>
      <Row>
        <HeldMailForm decision="send" emails={emails} />
        <HeldMailForm decision="drop" emails={emails} />
      </Row>
    </Stack>
  );
}

/** The screen's message has the mail server's answer. */
export function TestMailForm({ email }: { email: string }) {
  const form = useActionForm({ formName: 'mail' });
  return (
    <ActionForm form={form} button="Send test email" className={styles['form']} aria-label="Test email">
      <TextField label="Test email to" {...form.field('address', email)} type="email" required />
    </ActionForm>
  );
}

/** Of the process that answers. */
export function PortalSettings({ settings }: { settings: Page['settings'] }) {
  return (
    <details>
      <summary>
        <h3 className={styles['summary']}>Settings</h3>
      </summary>
      <p>Secrets are not shown. Settings are read at the start, from each machine’s environment.</p>
      <dl>
        {settings.map(({ name, value, source }) => (
          <div key={name} className={styles['setting']}>
            <dt>{name}</dt>
            <dd>
              <span>{`${value ?? 'not set'} `}</span>
              {source === 'default' && <Small as="span">(by default)</Small>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
