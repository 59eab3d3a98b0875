import styles from './prose.module.css';

/** Running text from trusted HTML; hydration keeps what the server wrote. */
export function HtmlProse({ id, page, html }: { id: string; page: string; html: string }) {
  return (
    <article
      id={id}
      data-page={page}
      className={styles['prose']}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
