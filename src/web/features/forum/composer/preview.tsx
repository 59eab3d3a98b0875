import { useState, type ReactNode } from 'react';
import { withoutAttachmentMarks } from '#contract/forum/attachment-marks';
import type { PostFormat } from '#contract/forum/calls';
import { Button } from '../../../ui/button.tsx';
import { TypedMarkdown } from '../../../ui/markdown.tsx';
import { uploaded } from '../attachments/attachments.ts';
import styles from './composer.module.css';
import { loadPart } from '../../../lib/calls/load-part.ts';

const loadRenderer = async () => {
  const { renderMarkdown } = await loadPart(() => import('../../../lib/render-markdown.ts'));
  return (text: string) => renderMarkdown(text, uploaded);
};

export function TypedPost({ format, ...typed }: { text: string; format: PostFormat; offline?: string }) {
  const asTyped = withoutAttachmentMarks(typed.text);
  return <TypedMarkdown {...typed} asTyped={asTyped} load={format === 'plain' ? null : loadRenderer} />;
}

/**
 * The hidden field keeps its text. Empty text has no preview.
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
