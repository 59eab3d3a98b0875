import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { FormSkeleton, Skeleton } from '../../ui/states.tsx';
import styles from './tasks.module.css';

const forms = [
  ['/WeeklySubmission', 'Weeks 1–4'],
  ['/FinalProjectSubmission', 'Final'],
  ['/viva', 'Viva'],
] as const;

/** Which form; the week is chosen in its own. */
export function TaskLinks({ current }: { current: (typeof forms)[number][0] }) {
  return (
    <Row as="nav" gap={1} className={styles['links']} aria-label="Tasks">
      {forms.map(([to, name]) => (
        <ButtonLink
          key={to}
          to={to}
          variant="choice"
          small
          aria-current={to === current ? 'page' : undefined}
        >
          {name}
        </ButtonLink>
      ))}
    </Row>
  );
}

/** Beside it (below on narrow screens) are the submissions so far. */
export function SubmissionColumns({
  side,
  below,
  children,
}: {
  side: ReactNode;
  /** On narrow screens below the side as well. */
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>{children}</div>
      <Stack as="aside" gap={6} className={styles['side']}>
        {side}
      </Stack>
      {below}
    </div>
  );
}

export function SubmissionSkeleton() {
  return (
    <>
      <Skeleton height="2.25rem" width="24rem" />
      <SubmissionColumns side={<Skeleton height="20rem" />}>
        <FormSkeleton />
      </SubmissionColumns>
    </>
  );
}
