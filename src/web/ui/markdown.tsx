import { LinkedText } from './linked-text.tsx';
import styles from './markdown.module.css';

/**
 * A text that somebody wrote in the small Markdown of comments.
 * @param html what the portal has rendered of it, safe to show (`platform/markdown/markdown-html.ts`); absent where the text shows as
 *   it was typed
 */
export function Markdown({ text, html }: { text: string; html?: string | null | undefined }) {
  if (html == null) return <LinkedText text={text} />;
  return <div className={styles['markdown']} dangerouslySetInnerHTML={{ __html: html }} />;
}
