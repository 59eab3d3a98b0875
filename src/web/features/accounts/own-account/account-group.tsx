import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import type { ReactNode } from 'react';
import { PageBody } from '../../../ui/frame.tsx';
import { Small, Stack } from '../../../ui/layout.tsx';
import styles from './own-account.module.css';

const calendarEnded = ' Your calendar link no longer works.';
const passwordAdvised = `${ownAccountMessages.passwordChanged} But the new one is easy to guess. Please choose another one.`;
const sessionsEnded = 'All other devices have been logged out.';

/** What was done, by the name that an address carries. */
export const accountNotices = {
  'confirmation-sent': ownAccountMessages.confirmationSent,
  'profile-saved': ownAccountMessages.profileSaved,
  'password-changed': ownAccountMessages.passwordChanged,
  'password-changed-calendar': ownAccountMessages.passwordChanged + calendarEnded,
  'password-changed-advised': passwordAdvised,
  'password-changed-advised-calendar': passwordAdvised + calendarEnded,
  'new-email-sent': ownAccountMessages.newEmailSent,
  'new-email-withdrawn': 'Your email stays as it is. The link that we sent no longer works.',
  'calendar-made': 'Your calendar link is ready.',
  'calendar-removed': 'Your calendar link no longer works.',
  'session-ended': 'The device has been logged out.',
  'sessions-ended': sessionsEnded,
  'sessions-ended-calendar': sessionsEnded + calendarEnded,
  'deletion-asked': ownAccountMessages.deletionAsked,
  'deletion-withdrawn': ownAccountMessages.deletionWithdrawn,
  proven: ownAccountMessages.proven,
  'factor-added': ownAccountMessages.factorAdded,
  'factor-renamed': ownAccountMessages.factorRenamed,
  'factor-removed': ownAccountMessages.factorRemoved,
} as const;
export type AccountNotice = keyof typeof accountNotices;

/** By the anchors of their links. */
const groups = { profile: 'Profile', security: 'Security', mails: 'Notifications', data: 'Your data' };
type GroupId = keyof typeof groups;

export function AccountScreen({
  name,
  has,
  children,
}: {
  name: string;
  has: readonly GroupId[];
  children: ReactNode;
}) {
  return (
    <PageBody className={styles['page']}>
      <Stack gap={3} className={styles['side']}>
        <h1>Your account</h1>
        <Small className={styles['who']}>{name}</Small>
        <nav className={styles['groups']} aria-label="Your account">
          {has.map((id) => (
            <a key={id} href={`#${id}`}>
              {groups[id]}
            </a>
          ))}
        </nav>
      </Stack>
      <Stack gap={6}>{children}</Stack>
    </PageBody>
  );
}

export function AccountGroup({ id, children }: { id: GroupId; children: ReactNode }) {
  return (
    <Stack as="section" gap={5} id={id} className={styles['group']}>
      <h2>{groups[id]}</h2>
      {children}
    </Stack>
  );
}

export function Topic({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={3} {...(id && { id })} className={styles['topic']}>
      <h3>{title}</h3>
      {children}
    </Stack>
  );
}
