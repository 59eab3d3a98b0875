import styles from './prose.module.css';

/** Running text from trusted HTML. */
export function HtmlProse({ html }: { html: string }) {
  return <article className={styles['prose']} dangerouslySetInnerHTML={{ __html: html }} />;
}
