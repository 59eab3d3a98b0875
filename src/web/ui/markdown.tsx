import { useEffect, useRef, useState } from 'react';
import { LinkedText } from './linked-text.tsx';
import styles from './text.module.css';

/**
 * The small Markdown of comments. Loads colours for code in a known language.
 * @param html rendered by the portal, safe (`contract/small-markdown.ts`); absent for text shown as typed
 * @param mentions emphasised in text shown as typed; `html` has its own
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
    // Offline the code has no colours.
    void import('./code-colors.ts').then(({ colorCode }) => codes.forEach(colorCode)).catch(() => undefined);
  }, [html]);
  if (html == null) return <LinkedText text={text} mentions={mentions} />;
  return <div ref={block} className={styles['markdown']} dangerouslySetInnerHTML={{ __html: html }} />;
}

/**
 * Rendered on the device; as typed until then.
 * @param load a constant; null for plain text
 */
export function TypedMarkdown({
  text,
  asTyped = text,
  load,
  offline,
}: {
  text: string;
  asTyped?: string;
  load: (() => Promise<(text: string) => string>) | null;
  offline?: string | undefined;
}) {
  const [html, setHtml] = useState('');
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isShown = true;
    load?.()
      .then((render) => isShown && setHtml(render(text)))
      .catch(() => isShown && setFailed(true));
    return () => void (isShown = false);
  }, [text, load]);
  return (
    <>
      {hasFailed && offline !== undefined && <p>{offline}</p>}
      <Markdown text={asTyped} html={html === '' ? null : html} />
    </>
  );
}
