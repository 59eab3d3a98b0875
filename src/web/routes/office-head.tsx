import type { ReactNode } from 'react';
import { Crumbs, type Crumb } from '../ui/crumbs.tsx';
import { Row, Small } from '../ui/layout.tsx';
import styles from './office.module.css';

/** The head of an office screen: its title, a fact and its buttons on one line. */
export function OfficeHead({
  title,
  trail,
  facts,
  children,
}: {
  title: string;
  /** The screens above it. */
  trail?: readonly Crumb[];
  facts?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}) {
  return (
    <header>
      {trail && <Crumbs trail={trail} />}
      <Row className={styles['head']}>
        <h1>{title}</h1>
        {facts !== undefined && <Small className={styles['facts']}>{facts}</Small>}
        {children !== undefined && (
          <Row gap={2} className={styles['acts']}>
            {children}
          </Row>
        )}
      </Row>
    </header>
  );
}
