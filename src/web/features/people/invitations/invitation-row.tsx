import { Link } from 'react-router';
import type { InvitationFilter, InvitationState } from '#contract/people/intake-fields';
import type { InvitedPerson } from '#contract/people/invitation-calls';
import { importedAddress } from '#contract/people/people-view';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { WhatsAppLink } from '../../../ui/whatsapp-link.tsx';
import styles from './invitation-list.module.css';

export const invitationLabels: Record<InvitationState, string> = {
  'not-invited': 'Not invited yet',
  sent: 'Sent',
  printed: 'Printed',
  opened: 'Opened',
  used: 'Used',
  expired: 'Expired',
  revoked: 'Withdrawn',
};

export const filterLabels: Record<InvitationFilter, string> = {
  all: 'All',
  ...invitationLabels,
  'never-came': 'Not used yet',
};

export function InvitationRow({
  person: { s_id, name, batch, state, invited_at, awaits_print, whatsapp },
  isChosen,
  onChoose,
}: {
  person: InvitedPerson;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const isDone = state === 'used';
  return (
    <li className={styles['row']}>
      <label className={styles['choice']}>
        <input
          type="checkbox"
          data-needs-script
          checked={isChosen}
          disabled={isDone}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <span className={styles['text']}>
          <span>{name ?? s_id}</span>
          <span className={styles['facts']}>
            {`Batch: ${batch ?? 'none'}${name === null ? '' : `, ${s_id}`}`}
          </span>
        </span>
      </label>
      {!isDone && (
        <Link to={importedAddress(s_id)} aria-label={`Correct ${name ?? s_id}`} className={styles['correct']}>
          Correct
        </Link>
      )}
      {whatsapp !== undefined && (
        <span className={styles['facts']}>
          <WhatsAppLink href={whatsapp} name={name ?? s_id} />
        </span>
      )}
      <span className={styles['state']} data-state={state}>
        <span>{awaits_print ? 'Made, not printed' : invitationLabels[state]}</span>
        {invited_at !== null && !awaits_print && (
          <>
            {' '}
            <TimeAgo value={invited_at} />
          </>
        )}
      </span>
    </li>
  );
}
