import styles from './prose.module.css';

/** Running text from HTML that is known to be safe; what the server wrote into the page stays as it is. */
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
