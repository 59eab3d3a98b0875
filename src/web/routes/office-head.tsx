import type { ReactNode } from 'react';
import { Crumbs, type Crumb } from '../ui/crumbs.tsx';
import { Row, Small } from '../ui/layout.tsx';
import styles from './office.module.css';

/** On one line. */
export function OfficeHead({
  title,
  trail,
  facts,
  children,
}: {
  title: string;
  trail?: readonly Crumb[];
  facts?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}) {
  return (
    <Row as="header" gap={2} className={styles['head']}>
      {trail && <Crumbs trail={trail} />}
      <h1>{title}</h1>
      {facts !== undefined && <Small>{facts}</Small>}
      {children !== undefined && (
        <Row gap={2} className={styles['buttons']}>
          {children}
        </Row>
      )}
    </Row>
  );
}
