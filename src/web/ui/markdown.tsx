import { useEffect, useRef } from 'react';
import { LinkedText } from './linked-text.tsx';
import styles from './markdown.module.css';

/**
 * A text that somebody wrote in the small Markdown of comments. Code in a known language gets its colours, which are fetched when
 * there is such code.
 * @param html what the portal has rendered of it, safe to show (`contract/small-markdown.ts`); absent where the text shows as it was
 *   typed
 * @param mentions what in a text that shows as it was typed mentions somebody, which is emphasised; `html` has its own emphasis
 */
export function Markdown({
  text,
  html,
  mentions,
}: {
  text: string;
  html?: string | null | undefined;
  mentions?: readonly string[] | undefined;
}) {
  const block = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (html == null || block.current === null) return;
    const codes = block.current.querySelectorAll<HTMLElement>('code[data-language]');
    if (codes.length === 0) return;
    // Without a line the code stays as it is.
    void import('./code-colors.ts').then(({ colorCode }) => codes.forEach(colorCode)).catch(() => undefined);
  }, [html]);
  if (html == null) return <LinkedText text={text} mentions={mentions} />;
  return <div ref={block} className={styles['markdown']} dangerouslySetInnerHTML={{ __html: html }} />;
}
