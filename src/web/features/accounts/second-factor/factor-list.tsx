import { limits } from '#contract/limits';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { TextField } from '../../../ui/field.tsx';
import { Row, Small } from '../../../ui/layout.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { ActFold, ActForm } from '../act-form.tsx';
import styles from '../own-account/own-account.module.css';

type Factor = OwnAccount['second_factor']['factors'][number];

const kinds: Record<Factor['kind'], string> = { passkey: 'Passkey', app: 'Authenticator app' };

/** An account's second factors; each can be renamed and removed. */
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
          <ActFold act={`change-factor-${id}`} summary={`Rename or remove ${name}`}>
            <ActForm act={`rename-factor-${id}`} button="Save">
              {(errorOf, initial) => (
                <TextField
                  label="Name"
                  name="name"
                  autoComplete="off"
                  defaultValue={initial['name'] ?? name}
                  maxLength={limits.factorName}
                  required
                  error={errorOf('name')}
                />
              )}
            </ActForm>
            <ActForm act={`remove-factor-${id}`} button={`Remove ${name}`} variant="danger" />
          </ActFold>
        </li>
      ))}
    </ul>
  );
}
