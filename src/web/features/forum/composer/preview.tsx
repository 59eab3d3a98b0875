import { useEffect, useState, type ReactNode } from 'react';
import type { PostFormat } from '#contract/forum/calls';
import { Button } from '../../../ui/button.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import styles from './composer.module.css';

/** Rendered on the device; as typed until then. */
export function TypedPost({ text, format, offline }: { text: string; format: PostFormat; offline?: string }) {
  const [html, setHtml] = useState('');
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (format === 'plain') return;
    let isShown = true;
    import('../render-post.ts')
      .then(({ renderPost }) => isShown && setHtml(renderPost(text)))
      .catch(() => isShown && setFailed(true));
    return () => {
      isShown = false;
    };
  }, [text, format]);
  return (
    <>
      {hasFailed && offline !== undefined && <p>{offline}</p>}
      <Markdown text={text} html={html === '' ? null : html} />
    </>
  );
}

/**
 * Toggles between writing and preview; the hidden field keeps its text. Empty text has no preview.
 * @returns `hide`: the attribute for hidden parts; `shown`: the preview, or null; `button`: the toggle, which
 * needs a script
 */
export function usePreview(
  text: string,
  format: PostFormat = 'markdown',
): { hide: boolean; shown: ReactNode; button: ReactNode } {
  const [isWanted, setWanted] = useState(false);
  const trimmed = text.trim();
  const isShown = isWanted && trimmed !== '';
  // After sending, the next text starts in writing mode.
  if (isWanted && !isShown) setWanted(false);
  return {
    hide: isShown,
    shown: isShown ? (
      <section aria-label="Preview" className={styles['preview']}>
        <TypedPost
          text={trimmed}
          format={format}
          offline="You are offline, so there is no preview. Your text is saved."
        />
      </section>
    ) : null,
    button: trimmed !== '' && (
      <span data-needs-script>
        <Button variant="quiet" small onClick={() => setWanted(!isShown)}>
          {isShown ? 'Write' : 'Preview'}
        </Button>
      </span>
    ),
  };
}
