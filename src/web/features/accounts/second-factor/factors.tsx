import { useEffect, useRef, type ComponentProps } from 'react';
import { limits } from '#contract/limits';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { TextField } from '../../../ui/field.tsx';
import { Row, Small, Stack } from '../../../ui/layout.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { SettingsFold, SettingsForm } from '../settings-form.tsx';
import styles from '../own-account/own-account.module.css';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

type Factor = OwnAccount['second_factor']['factors'][number];

const kinds: Record<Factor['kind'], string> = { passkey: 'Passkey', app: 'Authenticator app' };

export function FactorName(
  field: Pick<ComponentProps<typeof TextField>, 'name' | 'defaultValue' | 'error' | 'hint'>,
) {
  return <TextField {...field} label="Name" autoComplete="off" maxLength={limits.factorName} required />;
}

export function FactorList({ factors }: { factors: Factor[] }) {
  return (
    <ul className={styles['list']} aria-label="Your passkeys and apps">
      {factors.map(({ id, kind, name, added_at, used_at }) => (
        <li key={id}>
          <Row as="p" gap={2} className={styles['device']}>
            <span>{name}</span>
            {name !== kinds[kind] && <span className={styles['this']}>{kinds[kind]}</span>}
          </Row>
          <Small>
            {used_at === null ? (
              <span>Never used, added </span>
            ) : (
              <>
                <span>Last used </span>
                <TimeAgo value={used_at} />
                <span>, added </span>
              </>
            )}
            <TimeAgo value={added_at} />
          </Small>
          <SettingsFold formName={`change-factor-${id}`} summary={`Rename or remove ${name}`}>
            <SettingsForm formName={`rename-factor-${id}`} button="Save">
              {({ field }) => <FactorName {...field('name', name)} />}
            </SettingsForm>
            <SettingsForm formName={`remove-factor-${id}`} button={`Remove ${name}`} variant="danger" />
          </SettingsFold>
        </li>
      ))}
    </ul>
  );
}

const fileOf = (codes: readonly string[], s_id: string) =>
  `Recovery codes of ${s_id} for the student portal. Each logs you in once, with your password.\n\n${codes.join('\n')}\n`;

/** Shown once: to print, download or write down. */
export function RecoveryCodes({
  codes,
  s_id,
  onKept,
}: {
  codes: readonly string[];
  s_id: string;
  onKept: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: some browsers return a promise, no effect's cleanup.
    void ref.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <Stack ref={ref} className={styles['codes']}>
      <Notice tone="warning" title="Save these recovery codes in a safe place">
        <p>
          If you lose your phone, each code logs you in once, with your password. They are shown only once.
        </p>
      </Notice>
      <ol className={styles['factorList']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Row className={styles['actions']}>
        <a
          className={styles['download']}
          download="capstone-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(fileOf(codes, s_id))}`}
        >
          Download
        </a>
        <Button variant="secondary" small onClick={() => print()}>
          Print
        </Button>
        <Button small onClick={onKept}>
          I have saved them
        </Button>
      </Row>
    </Stack>
  );
}
