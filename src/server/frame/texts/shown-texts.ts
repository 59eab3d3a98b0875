import { textPages } from '#contract/screens';
import type { AppContext } from '../../platform/context.ts';
import { operatorTexts } from '../../catalogue/texts/queries.ts';
import { renderMarkdown } from './render-markdown.ts';

type ShownTexts = {
  /** HTML of the operator's texts, by page. */
  current: ReadonlyMap<string, string>;
  /** Reads the texts and renders those that have changed. @returns whether any has */
  refresh(): Promise<boolean>;
};

/** The operator's texts for terms and privacy as pages show them, the same in all processes. */
export function makeShownTexts(context: Pick<AppContext, 'database' | 'log'>): ShownTexts {
  let shown = new Map<string, { sha256: string; html: string }>();
  const texts: ShownTexts = { current: new Map(), refresh };

  async function refresh(): Promise<boolean> {
    const rows = await operatorTexts(context.database.reader);
    const next: typeof shown = new Map();
    for (const { page, text, sha256 } of rows) {
      const before = shown.get(page);
      const isKnown = before?.sha256 === sha256;
      next.set(page, isKnown ? before : { sha256, html: await renderMarkdown(text, textPages[page].title) });
      if (!isKnown) context.log.info({ page, sha256 }, `${page} shows the operator's words`);
    }
    const gone = [...shown.keys()].filter((page) => !next.has(page));
    for (const page of gone) context.log.info({ page }, `${page} shows the portal's own words again`);
    const hasChanged =
      gone.length > 0 || [...next].some(([page, { html }]) => shown.get(page)?.html !== html);
    shown = next;
    texts.current = new Map([...next].map(([page, { html }]) => [page, html]));
    return hasChanged;
  }
  return texts;
}
