import type { ReactNode } from 'react';
import styles from './prose.module.css';

export function Prose({ children }: { children: ReactNode }) {
  return <div className={styles['prose']}>{children}</div>;
}

/** Trusted HTML only. */
export function HtmlProse({ html }: { html: string }) {
  return <article className={styles['prose']} dangerouslySetInnerHTML={{ __html: html }} />;
}
