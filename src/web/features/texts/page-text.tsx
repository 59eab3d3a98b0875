import { useEffect, useState } from 'react';
import { marks, textElement, textPages, type TextPage } from '#contract/screens';
import { PageBody } from '../../ui/frame.tsx';
import { WrittenProse } from '../../ui/written-prose.tsx';

/** The text with which this page came, read before anything can take it out of the page. */
const came = typeof document === 'undefined' ? null : document.getElementById(textElement);
const cameHtml = came?.innerHTML ?? '';

function textOf(page: TextPage): string {
  if (typeof document === 'undefined') return marks.text;
  if (came?.dataset['page'] === page) return cameHtml;
  // Links to these pages reload the document; only the development server, which fills nothing in, leads here.
  return `<h1>${textPages[page].title}</h1><p><a href="${page}">Load this page again</a> to read it.</p>`;
}

/**
 * A page of words. The build writes the portal's own into it, the server the operator's: only a page that comes from the
 * server holds them.
 */
export function PageText({ page }: { page: TextPage }) {
  const [html, setHtml] = useState(() => textOf(page));
  useEffect(() => {
    if (import.meta.env.DEV)
      void import('./development-text.ts').then(({ developmentText }) => developmentText(page)).then(setHtml);
  }, [page]);
  return (
    <PageBody width="reading">
      <WrittenProse id={textElement} page={page} html={html} />
    </PageBody>
  );
}
