import styles from './prose.module.css';

/** Trusted HTML only. */
export function HtmlProse({ html }: { html: string }) {
  return <article className={styles['prose']} dangerouslySetInnerHTML={{ __html: html }} />;
}
